// The ink of a text: where its letters really leave colour, from the fonts' own measures.
(() => {
  const FINE = 8; // fonts are measured this much larger: the canvas rounds the bounds of ink to whole pixels
  const brush = document.createElement("canvas").getContext("2d");
  let fonts, ratio;

  function begin(devicePixels) {
    ratio = devicePixels;
    fonts = new Map();
  }

  function fontOf(el) {
    let font = fonts.get(el);
    if (font) return font;
    const css = tactful.visible.styleOf(el);
    const size = parseFloat(css.fontSize), spacing = parseFloat(css.letterSpacing) || 0;
    font = {
      size, spec: `${css.fontStyle} ${css.fontVariantCaps} ${css.fontWeight} ${size * FINE}px ${css.fontFamily}`,
      spacing: `${spacing * FINE}px`, case: css.textTransform, pre: /^(pre|break-spaces)/.test(css.whiteSpace),
    };
    brush.font = font.spec;
    brush.letterSpacing = font.spacing;
    const m = brush.measureText("x");
    // Chromium lays lines out by whole pixels above and below the baseline, and where rounding would cut
    // the tails off it moves the baseline up (FontMetrics::AscentDescentWithHacks).
    const descent = m.fontBoundingBoxDescent / FINE;
    font.ascent = Math.round(m.fontBoundingBoxAscent / FINE);
    font.descent = Math.round(descent);
    if (font.descent < descent - 0.005 && font.ascent >= 1) { font.descent++; font.ascent--; }
    fonts.set(el, font);
    return font;
  }

  function shown(text, font) {
    if (font.case === "uppercase") return text.toUpperCase();
    if (font.case === "lowercase") return text.toLowerCase();
    if (font.case === "capitalize") return text.replace(/(^|[\s("'-])(\p{L})/gu, (_, a, b) => a + b.toUpperCase());
    return text;
  }

  const inks = new Map();
  function inkOf(text, font) {
    const key = font.spec + "\n" + font.spacing + "\n" + text;
    let m = inks.get(key);
    if (!m) {
      brush.font = font.spec;
      brush.letterSpacing = font.spacing;
      const all = brush.measureText(text);
      m = { left: -all.actualBoundingBoxLeft / FINE, right: all.actualBoundingBoxRight / FINE,
        width: all.width / FINE, up: all.actualBoundingBoxAscent / FINE, down: all.actualBoundingBoxDescent / FINE };
      if (inks.size > 20000) inks.clear();
      inks.set(key, m);
    }
    return m;
  }

  // The box of the ink of text that is laid out in the rectangle r (its advance box).
  function inkBox(text, r, font) {
    const m = inkOf(text, font);
    const natural = font.ascent + font.descent;
    let scale = (r.bottom - r.top) / natural; // drawings and transforms are scaled, pages are not
    if (Math.abs(scale - 1) < 0.12) scale = 1;
    let baseline = r.top + (r.bottom - r.top) * (font.ascent / natural);
    if (scale === 1) baseline = Math.round(baseline * ratio) / ratio; // glyphs stand on whole pixels
    // What makes letters readable lies between the baseline and the height of capitals.
    const core = { top: Math.max(baseline - m.up * scale, baseline - 0.72 * font.size * scale), bottom: baseline };
    if (m.down < 0) core.bottom = baseline + m.down * scale;
    return {
      core: core.bottom - core.top > 1 ? core : null,
      left: r.left + m.left * scale, right: r.right - (m.width - m.right) * scale,
      top: baseline - m.up * scale, bottom: baseline + m.down * scale,
    };
  }

  window.tactful.ink = { begin, fontOf, shown, inkBox };
})();
