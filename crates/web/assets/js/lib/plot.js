// Bars, on a scale of logarithms where the values are far apart. The numbers stand beside them.

import { h, s } from "./dom.js";

/**
 * @param {string} title
 * @param {{label: string, value: number}[]} data
 */
export function bars(title, data) {
  const most = Math.max(1, ...data.map((one) => one.value));
  const logarithmic = most > 500;
  const scale = (/** @type {number} */ value) => (logarithmic ? Math.log10(value + 1) / Math.log10(most + 1) : value / most);
  const [line, width] = [22, 320];
  const rows = data.map(({ label, value }, i) => {
    const y = i * line;
    const length = Math.max(value > 0 ? 2 : 0, scale(value) * (width - 150));
    return s("g", {}, s("text", { class: "plot-label", x: 44, y: y + 15, "text-anchor": "end" }, label), s("rect", { class: "plot-bar", x: 52, y: y + 3, width: length, height: line - 6, rx: 2 }), s("text", { class: "plot-value", x: 58 + length, y: y + 15 }, value.toLocaleString("en")));
  });
  return h(
    "figure",
    { class: "plot" },
    s("svg", { viewBox: `0 0 ${width} ${data.length * line}`, role: "img", "aria-label": `${title}: ${data.map((one) => `${one.label}: ${one.value}`).join(", ")}` }, ...rows),
    h("figcaption", {}, logarithmic ? `${title} (bars on a logarithmic scale)` : title),
  );
}
