// The screen keeps its own size in CSS pixels; a smaller browser window makes it smaller.
"use strict";
(async () => {
  const answer = await fetch("/scene");
  const { html, css, lang, width, height } = await answer.json();
  const fit = () => {
    const part = Math.min(1, innerWidth / width, innerHeight / height);
    const left = Math.max(0, (innerWidth - width * part) / 2);
    document.body.style.cssText = `width: ${width}px; height: ${height}px; transform-origin: 0 0; ` +
      `transform: scale(${part}); position: absolute; left: ${left}px`;
  };
  fit();
  addEventListener("resize", fit);
  tactful.show(html, css, lang);
  tactful.serve("/event");
})();
