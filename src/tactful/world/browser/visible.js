// What can be seen of an element: what clips it, and what covers a point of it.
(() => {
  let W, H, clips, covers, styles, rects;

  function begin(width, height) { // of the screen in CSS pixels; forgets what it knew of the page before
    W = width; H = height;
    clips = new Map(); covers = new Map(); styles = new Map(); rects = new Map();
  }

  const styleOf = (el) => {
    let css = styles.get(el);
    if (!css) styles.set(el, (css = getComputedStyle(el)));
    return css;
  };
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const empty = (r) => r.right - r.left < 0.01 || r.bottom - r.top < 0.01;

  // ---- what clips an element: its ancestors with hidden overflow, and the screen

  function clipOf(el) {
    if (!el || el === document.documentElement) return { left: 0, top: 0, right: W, bottom: H };
    let clip = clips.get(el);
    if (clip) return clip;
    const css = styleOf(el);
    let outer = el.parentElement;
    if (css.position === "fixed" || css.position === "absolute") {
      while (outer && outer !== document.documentElement && !contains(styleOf(outer), css.position)) {
        outer = outer.parentElement;
      }
    }
    clip = outer ? insideOf(outer) : clipOf(document.documentElement);
    clips.set(el, clip);
    return clip;
  }

  const contains = (css, position) => css.transform !== "none" || css.filter !== "none"
    || css.contain.includes("paint") || (position === "absolute" && css.position !== "static");

  function insideOf(el) { // the clip that the children of el get
    const clip = clipOf(el);
    const css = styleOf(el);
    if (el === document.body || css.display === "inline" || css.display === "contents") return clip;
    const x = css.overflowX !== "visible", y = css.overflowY !== "visible";
    if (!x && !y && !css.contain.includes("paint")) return clip;
    const r = el.getBoundingClientRect();
    const l = parseFloat(css.borderLeftWidth) || 0, t = parseFloat(css.borderTopWidth) || 0;
    const inner = {
      left: r.left + l, top: r.top + t,
      right: r.right - (parseFloat(css.borderRightWidth) || 0),
      bottom: r.bottom - (parseFloat(css.borderBottomWidth) || 0),
    };
    if (!x) { inner.left = clip.left; inner.right = clip.right; }
    if (!y) { inner.top = clip.top; inner.bottom = clip.bottom; }
    return meet(clip, inner);
  }

  function hidden(el) {
    const css = styleOf(el);
    if (css.visibility !== "visible") return true;
    for (let e = el; e && e !== document.body; e = e.parentElement) {
      if (parseFloat(styleOf(e).opacity) < 0.08) return true;
    }
    return false;
  }

  // ---- what covers a point

  function alpha(color) {
    if (color === "transparent") return 0;
    const m = /rgba\([^)]*,\s*([\d.]+)\)/.exec(color) || /\/\s*([\d.]+%?)\s*\)/.exec(color);
    if (!m) return 1;
    return m[1].endsWith("%") ? parseFloat(m[1]) / 100 : parseFloat(m[1]);
  }

  function coversAnything(el) { // whether what lies under this element cannot be read
    let known = covers.get(el);
    if (known !== undefined) return known;
    const css = styleOf(el);
    let fade = 1;
    for (let e = el; e && e !== document.body; e = e.parentElement) fade *= parseFloat(styleOf(e).opacity);
    if (el.closest("[data-clear]") === el) known = false;
    else if (css.visibility !== "visible" || fade < 0.5) known = false;
    else if (el instanceof SVGElement && !(el instanceof SVGSVGElement)) {
      const fill = css.fill !== "none" && alpha(css.fill) * parseFloat(css.fillOpacity) * fade >= 0.5;
      known = fill || (css.stroke !== "none" && parseFloat(css.strokeWidth) > 4);
      if (el instanceof SVGTextContentElement) known = false;
    } else if (el.tagName === "IMG" || el.tagName === "CANVAS") known = true;
    else known = alpha(css.backgroundColor) * fade >= 0.5
      || (css.backgroundImage !== "none" && !/gradient/.test(css.backgroundImage))
      || (/gradient/.test(css.backgroundImage) && !/transparent|rgba\([^)]*, 0(\.[0-4]\d*)?\)/.test(css.backgroundImage))
      || (css.backdropFilter && css.backdropFilter !== "none");
    covers.set(el, known);
    return known;
  }

  const holds = (r, x, y) => r.left <= x && x < r.right && r.top <= y && y < r.bottom;
  function rectOfElement(el) {
    let r = rects.get(el);
    if (!r) rects.set(el, (r = el.getBoundingClientRect()));
    return r;
  }

  function behind(owner, box) { // whether one window in front hides all of a line
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const mine = owner.closest("[data-window]"), other = top?.closest("[data-window]");
    if (!other || other === mine || other.contains(owner) || (mine && mine.contains(other))) return false;
    const r = rectOfElement(other), corner = 24;
    return coversAnything(other) && box.top >= r.top && box.bottom <= r.bottom
      && box.left >= r.left + corner && box.right <= r.right - corner
      || coversAnything(other) && box.top >= r.top + corner && box.bottom <= r.bottom - corner
      && box.left >= r.left && box.right <= r.right;
  }

  function sees(owner, x, y) { // whether the point of owner's content is not covered
    const top = document.elementFromPoint(x, y);
    if (!top) return false;
    if (top === owner || top.contains(owner) || owner.contains(top)) return true;
    // Mostly the point lies in something opaque that is not above the owner in the tree: a window in front.
    for (let el = top; el && !el.contains(owner); el = el.parentElement) {
      if (coversAnything(el) && holds(rectOfElement(el), x, y)) return false;
    }
    for (const el of document.elementsFromPoint(x, y)) { // dear, so only where it is needed
      if (el === owner || el.contains(owner) || owner.contains(el)) return true;
      if (coversAnything(el)) return false;
    }
    return true;
  }

  const seesInside = (owner, x, y) => // of a point that may lie a little off the screen
    sees(owner, Math.min(Math.max(x, 0), W - 0.5), Math.min(Math.max(y, 0), H - 0.5));

  window.tactful.visible = {
    begin, styleOf, meet, empty, clipOf, insideOf, hidden, behind, sees, seesInside,
  };
})();
