// Sets the colours before anything is drawn, so that a dark page never flashes white.
// A plain script, not a module: modules run only after the page is read.
(() => {
  try {
    // As the modules keep it, or as plain letters.
    const chosen = localStorage.getItem("theme")?.replaceAll('"', "");
    if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system's choice counts.
  }
})();
