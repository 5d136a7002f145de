// Writes what the page shows into <script id="truth">: text units and labelled regions, one a line of text.
"use strict";

(() => {
  const canvas = document.createElement("canvas").getContext("2d");
  const errors = [];

  // The nearest labelled element that is no inner entity, else the nearest block.
  function rootOf(node) {
    for (let at = node.parentElement; at; at = at.parentElement) {
      if (at.dataset.type && !("inner" in at.dataset)) return at;
      if (getComputedStyle(at).display !== "inline") return at;
    }
    return document.body;
  }

  // A line's height is that of a box drawn by hand: from above the capitals to below the descenders.
  function spanOf(node, rect) {
    const style = getComputedStyle(node.parentElement);
    const size = parseFloat(style.fontSize);
    canvas.font = `${style.fontWeight} ${size}px ${style.fontFamily}`;
    const baseline = rect.top + canvas.measureText("x").fontBoundingBoxAscent;
    return { top: baseline - 0.84 * size, bottom: baseline + 0.26 * size };
  }

  // The lines of text nodes: [{text, box}], grouped by their vertical centre.
  function linesOf(nodes) {
    const lines = [];
    const range = document.createRange();
    for (const node of nodes) {
      for (let i = 0; i < node.data.length; ) {
        const width = node.data.codePointAt(i) > 0xffff ? 2 : 1;
        range.setStart(node, i);
        range.setEnd(node, i + width);
        const char = node.data.slice(i, i + width);
        i += width;
        const rect = range.getClientRects()[0];
        if (!rect || !rect.width) continue;
        const middle = (rect.top + rect.bottom) / 2;
        let line = lines.at(-1);
        if (!line || Math.abs(line.middle - middle) > rect.height / 2) {
          line = { text: "", middle, left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
          lines.push(line);
        }
        line.text += /\s/.test(char) ? " " : char;
        if (/\s/.test(char)) continue;
        const span = spanOf(node, rect);
        line.left = Math.min(line.left, rect.left);
        line.right = Math.max(line.right, rect.right);
        line.top = Math.min(line.top, span.top);
        line.bottom = Math.max(line.bottom, span.bottom);
      }
    }
    return lines
      .map((l) => ({ text: l.text.trim().replace(/ +/g, " "), box: [l.left - 2, l.top, l.right + 2, l.bottom] }))
      .filter((l) => l.text);
  }

  function textNodes(within, keep) {
    const walk = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) {
      const parent = walk.currentNode.parentElement;
      if (!walk.currentNode.data.trim() || parent.closest("script, style, svg, [data-graphic]")) continue;
      if (keep(walk.currentNode)) found.push(walk.currentNode);
    }
    return found;
  }

  // Whether something else lies over the middle of a line, or the screen ends before it.
  function covered(root, [left, top, right, bottom]) {
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !seen || !(root.contains(seen) || seen.contains(root));
  }

  function region(element, line, inner) {
    const { type = "text", risk, category } = element.dataset;
    return { ...line, type, risk, category, necessary: "need" in element.dataset, inner };
  }

  // An entity that fills its line is the line's own region; else it is a further one.
  function addInner(entity) {
    const filled = regions.findIndex((r) => r.text === entity.text && r.box[1] === entity.box[1]);
    if (filled < 0) regions.push(entity);
    else regions[filled] = { ...entity, inner: false };
  }

  const byRoot = new Map();
  for (const node of textNodes(document.body, () => true)) {
    const root = rootOf(node);
    byRoot.set(root, [...(byRoot.get(root) ?? []), node]);
  }
  const regions = [];
  const units = [];
  for (const [root, nodes] of byRoot) {
    const fits = root.scrollWidth <= root.clientWidth + 1 || getComputedStyle(root).display === "inline";
    if (!fits) errors.push(`clipped: ${root.textContent.trim().slice(0, 40)}`);
    for (const line of linesOf(nodes)) {
      if (covered(root, line.box)) errors.push(`covered: ${line.text}`);
      units.push(line);
      regions.push(region(root, line, false));
    }
    for (const inner of root.querySelectorAll("[data-inner]")) {
      const own = textNodes(inner, (node) => nodes.includes(node));
      for (const line of linesOf(own)) addInner(region(inner, line, true));
    }
  }
  for (const element of document.querySelectorAll("[data-graphic]")) {
    const r = element.getBoundingClientRect();
    const box = [r.left, r.top, r.right, r.bottom];
    regions.push(region(element, { text: element.dataset.graphic, box }, false));
    if (element.textContent.trim()) units.push({ text: element.textContent.trim(), box });
  }
  const targets = {};
  for (const element of document.querySelectorAll("[data-target]")) {
    const r = element.getBoundingClientRect();
    targets[element.dataset.target] = [Math.round((r.left + r.right) / 2), Math.round((r.top + r.bottom) / 2)];
  }
  const out = document.createElement("script");
  out.id = "truth";
  out.type = "application/json";
  out.textContent = JSON.stringify({ regions, units, targets, errors }).replace(/</g, "\\u003c");
  document.body.append(out);
})();
