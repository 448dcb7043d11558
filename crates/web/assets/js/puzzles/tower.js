// The tower in three dimensions: drag it to look at another side, click a face to turn its piece.

import { colourName, colourOf, lettering } from "../lib/colours.js";
import { button, fill, h } from "../lib/dom.js";

/** From the axis to a side, in pixels. */
const APOTHEM = 34;

export class Tower {
  /** @param {(piece: number) => void} turn */
  constructor(turn) {
    this.turn = turn;
    this.angle = -30;
    this.tilt = -18;
    this.solid = h("div", { class: "tower" });
    this.scene = h("div", { class: "tower-scene", "aria-hidden": "true" }, this.solid);
    const look = h(
      "div",
      { class: "row look" },
      button("⟲", () => this.look(this.angle + 45), { class: "small", "aria-label": "Look from the left" }),
      button("⟳", () => this.look(this.angle - 45), { class: "small", "aria-label": "Look from the right" }),
    );
    this.element = h("div", { class: "tower-box" }, this.scene, look);
    this.listen();
    this.look(this.angle);
  }

  /** @param {number} angle @param {number} [tilt] */
  look(angle, tilt = this.tilt) {
    this.angle = angle;
    this.tilt = Math.max(-80, Math.min(80, tilt));
    this.solid.style.transform = `rotateX(${this.tilt}deg) rotateY(${this.angle}deg)`;
  }

  listen() {
    this.scene.addEventListener("pointerdown", (down) => {
      const [angle, tilt] = [this.angle, this.tilt];
      let moved = false;
      const move = (/** @type {PointerEvent} */ event) => {
        const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
        moved ||= Math.hypot(x, y) > 5;
        if (moved) this.look(angle + x * 0.7, tilt - y * 0.4);
      };
      const up = (/** @type {PointerEvent} */ event) => {
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", up);
        removeEventListener("pointercancel", up);
        const face = moved || event.type !== "pointerup" ? null : document.elementFromPoint(event.clientX, event.clientY);
        if (face instanceof HTMLElement && face.dataset.piece !== undefined) this.turn(Number(face.dataset.piece));
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", up);
      addEventListener("pointercancel", up);
    });
  }

  /**
   * @param {string[][]} shown the colours at the places of each piece
   * @param {number} sides
   * @param {Set<string>} wrong
   */
  render(shown, sides, wrong) {
    const width = 2 * APOTHEM * Math.tan(Math.PI / sides);
    const height = Math.min(68, Math.max(30, 300 / shown.length));
    const middle = (shown.length - 1) / 2;
    const faces = shown.flatMap((places, piece) =>
      places.slice(0, sides).map((colour, side) => {
        const face = h("div", { class: `face ${wrong.has(`${piece},${side}`) ? "wrong" : ""}`, "data-piece": piece, title: `piece ${piece + 1}: ${colourName(colour)}` });
        const { fill: background, ink } = colourOf(colour);
        const { text, size } = lettering(colour, width, 19);
        face.textContent = text;
        Object.assign(face.style, {
          width: `${width}px`,
          height: `${height}px`,
          fontSize: `${size}px`,
          marginLeft: `${-width / 2}px`,
          marginTop: `${-height / 2}px`,
          background,
          color: ink,
          transform: `translateY(${(piece - middle) * height}px) rotateY(${(360 / sides) * side}deg) translateZ(${APOTHEM}px)`,
        });
        return face;
      }),
    );
    const first = shown[0];
    const last = shown[shown.length - 1];
    faces.push(this.cap(first[sides], sides, -(middle + 0.5) * height, 90), this.cap(last[sides + 1], sides, (middle + 0.5) * height, -90));
    this.scene.style.height = `${shown.length * height + 90}px`;
    fill(this.solid, ...faces);
  }

  /** The top or the bottom. @param {string} colour @param {number} sides @param {number} y @param {number} tilt */
  cap(colour, sides, y, tilt) {
    const radius = APOTHEM / Math.cos(Math.PI / sides);
    const corner = (/** @type {number} */ i) => {
      const angle = ((i + 0.5) * 2 * Math.PI) / sides;
      return `${50 + 50 * Math.sin(angle)}% ${50 + 50 * Math.cos(angle)}%`;
    };
    const { fill: background, ink } = colourOf(colour);
    const { text, size } = lettering(colour, 2 * APOTHEM, 19);
    const cap = h("div", { class: "face cap" }, text);
    Object.assign(cap.style, {
      fontSize: `${size}px`,
      width: `${2 * radius}px`,
      height: `${2 * radius}px`,
      marginLeft: `${-radius}px`,
      marginTop: `${-radius}px`,
      clipPath: `polygon(${Array.from({ length: sides }, (_, i) => corner(i)).join(",")})`,
      background,
      color: ink,
      transform: `translateY(${y}px) rotateX(${tilt}deg)`,
    });
    return cap;
  }
}
