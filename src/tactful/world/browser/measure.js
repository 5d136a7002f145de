// What is really to be seen on the page: texts line by line with the box of their ink, pictures, and what
// can be pressed. One call; reads only (but for the style that lets every element be hit while it looks).
// All numbers that leave are device pixels.
(() => {
  const { meet, empty, clipOf, hidden, behind, sees } = window.tactful.visible;
  const { runsOf, joinRuns } = window.tactful.lines;
  const hittable = document.createElement("style");
  hittable.textContent = "body * { pointer-events: auto !important; }";
  let ratio;

  // ---- pictures

  // The largest block of seen cells: [left, top, right, bottom], ends included.
  function largest(cells, n) {
    let best = [0, 0, -1, -1], most = 0;
    for (let top = 0; top < n; top++) {
      const open = new Array(n).fill(true); // columns seen in every row from `top` on
      for (let bottom = top; bottom < n; bottom++) {
        for (let i = 0, from = 0; i <= n; i++) {
          if (i < n) open[i] = open[i] && cells[bottom * n + i];
          if (i < n && open[i]) continue;
          const area = (i - from) * (bottom - top + 1);
          if (area > most) { most = area; best = [from, top, i - 1, bottom]; }
          from = i + 1;
        }
      }
    }
    return best;
  }

  function pictureOf(el) {
    const r = el.getBoundingClientRect();
    const all = { left: r.left, top: r.top, right: r.right, bottom: r.bottom };
    const cut = meet(all, clipOf(el));
    if (empty(all) || empty(cut)) return null;
    const size = (b) => (b.right - b.left) * (b.bottom - b.top);
    const look = (n) => {
      const found = { n, cells: [], seen: 0, left: n, right: -1, top: n, bottom: -1 };
      for (let j = 0; j < n; j++) {
        for (let i = 0; i < n; i++) {
          const x = cut.left + ((cut.right - cut.left) * (i + 0.5)) / n;
          const y = cut.top + ((cut.bottom - cut.top) * (j + 0.5)) / n;
          found.cells.push(sees(el, x, y));
          if (!found.cells[j * n + i]) continue;
          found.seen++;
          found.left = Math.min(found.left, i); found.right = Math.max(found.right, i);
          found.top = Math.min(found.top, j); found.bottom = Math.max(found.bottom, j);
        }
      }
      return found;
    };
    if (behind(el, cut)) return null;
    let found = look(5);
    if (found.seen < 25) found = look(16);
    const { n, seen } = found;
    let { left, right, top, bottom } = found;
    if (seen < 0.6 * (right - left + 1) * (bottom - top + 1)) {
      // A window lies over a corner: a box around what is left would lie over that window too.
      const [l, t, r, b] = largest(found.cells, n);
      if ((r - l + 1) * (b - t + 1) >= 0.75 * seen) { left = l; top = t; right = r; bottom = b; }
    }
    const share = (seen / (n * n)) * (size(cut) / size(all));
    if (share < 0.25) return null;
    const box = seen === n * n ? cut : {
      left: cut.left + ((cut.right - cut.left) * left) / n, right: cut.left + ((cut.right - cut.left) * (right + 1)) / n,
      top: cut.top + ((cut.bottom - cut.top) * top) / n, bottom: cut.top + ((cut.bottom - cut.top) * (bottom + 1)) / n,
    };
    return { box, whole: share > 0.98 };
  }

  // ---- what can be pressed

  const PRESS = "[data-do], [data-bind]";
  function targetOf(el) {
    const r = el.getBoundingClientRect();
    const cut = meet(r, clipOf(el));
    if (empty(cut) || (cut.right - cut.left) * ratio < 2 || (cut.bottom - cut.top) * ratio < 2) return null;
    const hits = (x, y) => {
      const px = Math.floor(x * ratio), py = Math.floor(y * ratio);
      const top = document.elementFromPoint((px + 0.5) / ratio, (py + 0.5) / ratio);
      return top && top.closest(PRESS) === el ? [px, py] : null;
    };
    const wide = cut.right - cut.left, tall = cut.bottom - cut.top;
    if (behind(el, cut)) return null;
    for (const [u, v] of SPOTS) {
      const point = hits(cut.left + wide * u, cut.top + tall * v);
      if (point) return { box: cut, point };
    }
    return null;
  }
  const SPOTS = [];
  for (const v of [0.5, 0.3, 0.7, 0.12, 0.88]) for (const u of [0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95]) SPOTS.push([u, v]);

  // ---- all of it

  const out = (b, faint = 0.02) => [ // an edge that fills less than "faint" of its pixel is not seen
    Math.max(0, Math.floor(b.left * ratio + faint)), Math.max(0, Math.floor(b.top * ratio + faint)),
    Math.ceil(b.right * ratio - faint), Math.ceil(b.bottom * ratio - faint),
  ];

  function measure(width, height) { // the screenshot's size in device pixels
    ratio = devicePixelRatio;
    window.tactful.visible.begin(Math.min(innerWidth, width / ratio), Math.min(innerHeight, height / ratio));
    window.tactful.ink.begin(ratio);
    const about = (el) => {
      const press = el.closest("[data-do]"), field = el.closest("[data-bind]");
      return [press?.dataset.do ?? "", field?.dataset.bind ?? "", el.closest("[data-window]")?.dataset.window ?? ""];
    };
    const targets = [];
    for (const el of document.querySelectorAll(PRESS)) {
      if (!el.dataset.do && !el.dataset.bind) continue;
      if (hidden(el)) continue;
      const found = targetOf(el);
      if (found) targets.push([el.dataset.do ?? "", el.dataset.bind ?? "", about(el)[2], out(found.box), found.point, el.getAttribute("aria-label") ?? ""]);
    }
    document.head.append(hittable);
    const seen = [];
    try {
      const known = new Map();
      for (const el of document.querySelectorAll("[data-v]")) {
        const value = parseInt(el.dataset.v, 10);
        const inner = Boolean(el.parentElement.closest("[data-v]:not([data-picture])"));
        const more = about(el);
        if (el.hasAttribute("data-picture")) {
          const found = hidden(el) ? null : pictureOf(el);
          if (found) seen.push([value, "", out(found.box), 1, inner ? 1 : 0, ...more, found.whole ? 1 : 0]);
          continue;
        }
        const masked = el.hasAttribute("data-masked");
        const runs = [];
        const nodes = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
          let mine = known.get(node);
          if (!mine) {
            const owner = node.parentElement;
            mine = hidden(owner) || !owner.getClientRects().length ? [{ gone: true }] : runsOf(node, owner, masked);
            known.set(node, mine);
          }
          runs.push(...mine);
        }
        for (const line of joinRuns(runs)) {
          const text = line.text.trim();
          const box = out(line.box, 0.35);
          if (!text || box[2] <= box[0] || box[3] <= box[1]) continue;
          seen.push([value, text, box, 0, inner ? 1 : 0, ...more, line.whole ? 1 : 0]);
        }
      }
    } finally { hittable.remove(); }
    const scrollers = [];
    for (const el of document.querySelectorAll("[data-scroll]")) {
      const cut = meet(el.getBoundingClientRect(), clipOf(el));
      if (empty(cut) || hidden(el)) continue;
      scrollers.push([el.dataset.scroll, about(el)[2], out(cut), Math.round(el.scrollTop * ratio), Math.round(el.scrollHeight * ratio)]);
    }
    return { seen, targets, scrollers };
  }

  window.tactful.measure = measure;
})();
