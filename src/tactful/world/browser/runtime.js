// The page's side of the world: shows what Python drew, and tells what was done to it. It keeps no state of
// the apps: after every event Python draws the whole page anew, and only focus, caret and the offsets of
// scrolled parts are carried over.
(() => {
  const BASE = `
    html, body { margin: 0; padding: 0; overflow: hidden; width: 100vw; height: 100vh; }
    *, *::before, *::after { animation: none !important; transition: none !important;
      caret-color: transparent !important; scroll-behavior: auto !important; }
    html.by-hand * { caret-color: auto !important; }
    [contenteditable] { outline: none; white-space: pre-wrap; overflow-wrap: anywhere; cursor: text;
      user-select: text; }
    [data-do] { cursor: default; }
    ::selection { background: rgba(80, 140, 255, .3); }`;
  const PASSED = new Set(["Enter", "Escape", "Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Delete",
    "F2", "F5"]);
  const style = document.createElement("style");
  document.head.append(style);
  let queue = [];
  let post = null; // by hand: where events go at once
  const tops = new Map(); // scroller -> the offset that Python knows
  let held = null; // window of the field that Python knows to have the focus
  let fresh = false; // it has just got it: the keyboard that comes must not cover it

  const windowOf = (el) => el.closest("[data-window]")?.dataset.window ?? "";
  const key = (el, name) => windowOf(el) + "\n" + name;

  function emit(kind, target, value, window) {
    const last = queue[queue.length - 1];
    if ((kind === "input" || kind === "scroll") && last && last.kind === kind && last.target === target
      && last.window === window) last.value = value;
    else queue.push({ kind, target, value: value ?? "", window });
    if (post) post();
  }

  // ---- showing

  function focused() {
    const el = document.activeElement?.closest?.("[data-bind]");
    if (!el) return null;
    const at = getSelection();
    const letters = (node, offset) => { // before a place in the field; Infinity at its end
      if (!el.contains(node)) return Infinity;
      const before = document.createRange();
      before.selectNodeContents(el);
      before.setEnd(node, offset);
      const count = before.toString().length;
      return count < el.textContent.length ? count : Infinity;
    };
    const has = at.rangeCount ? at.getRangeAt(0) : { startContainer: null, endContainer: null };
    const [from, to] = [letters(has.startContainer, has.startOffset), letters(has.endContainer, has.endOffset)];
    return { id: key(el, el.dataset.bind), from, to };
  }

  function place(range, el, count, side) {
    if (count === Infinity) {
      return el.lastChild?.nodeName === "BR" ? range[side + "Before"](el.lastChild)
        : range[side](el, el.childNodes.length);
    }
    const nodes = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(), left = count; node; left -= node.length, node = nodes.nextNode()) {
      if (left <= node.length) return range[side](node, left);
    }
  }

  function focus(el, from = Infinity, to = Infinity) {
    el.focus({ preventScroll: true });
    const range = document.createRange();
    range.selectNodeContents(el);
    place(range, el, from, "setStart");
    place(range, el, to, "setEnd");
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }

  function show(html, css, lang) {
    const had = focused();
    const sheet = BASE + "\n" + css;
    if (style.textContent !== sheet) style.textContent = sheet;
    if (lang) document.documentElement.lang = lang;
    document.body.innerHTML = html;
    for (const el of document.querySelectorAll("[data-bind][contenteditable]")) {
      // Without a break of its own the last empty line would not be there for the caret.
      if (el.textContent.endsWith("\n")) el.append(document.createElement("br"));
    }
    clampAll();
    tops.clear();
    for (const el of document.querySelectorAll("[data-scroll]")) {
      const wanted = parseFloat(el.dataset.top || "0");
      if (wanted) el.scrollTop = wanted;
      tops.set(el, el.scrollTop);
    }
    const asked = document.querySelector("[data-focus][data-bind], [data-focus] [data-bind]");
    let again = null;
    if (had) {
      for (const el of document.querySelectorAll("[data-bind][contenteditable]")) {
        if (key(el, el.dataset.bind) === had.id) again = el;
      }
    }
    if (again) focus(again, had.from, had.to);
    else if (asked) focus(asked);
    // The offset that changes by this is told with the next event, as that of any scroller.
    if (again && fresh) again.scrollIntoView({ block: "nearest", inline: "nearest" });
    fresh = false;
  }

  // Has the page painted once more; what it shows, and what Python knows of it, stay as they are.
  async function painted() {
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    document.body.style.opacity = "0.5";
    await frames();
    document.body.style.opacity = "";
  }

  // ---- texts that end in "…" after so many lines

  function clampAll() {
    const jobs = [];
    for (const el of document.querySelectorAll("[data-clamp]")) {
      const job = plan(el);
      if (job) jobs.push(job);
    }
    jobs.forEach(cut);
    // The cut may have changed the box it was made for (a flexible column): look again, a little tighter.
    for (let round = 0; round < 4 && jobs.length; round++) {
      const again = jobs.splice(0).map((job) => plan(job.el, "…")).filter(Boolean);
      again.forEach(cut);
      jobs.push(...again);
    }
  }

  const widths = new Map();
  function ellipsis(el) {
    const font = getComputedStyle(el).font;
    if (!widths.has(font)) {
      const brush = document.createElement("canvas").getContext("2d");
      brush.font = font;
      widths.set(font, brush.measureText("…").width);
    }
    return widths.get(font);
  }

  function pieces(el) {
    const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    const found = [];
    let at = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest("svg")) continue;
      found.push({ node, from: at });
      at += node.length;
    }
    return { found, length: at };
  }

  // Where the text must be cut, or null when it fits. Only reads, so that all elements share one layout.
  function plan(el) {
    const most = parseInt(el.dataset.clamp, 10);
    const { found, length } = pieces(el);
    if (!most || !length) return null;
    const css = getComputedStyle(el);
    let block = el; // an inline text is as wide as itself: the room is that of the box around it
    while (getComputedStyle(block).display === "inline" && block.parentElement) block = block.parentElement;
    const around = block.getBoundingClientRect(), edge = getComputedStyle(block);
    if (!around.width) return null;
    const right = around.right - parseFloat(edge.borderRightWidth) - parseFloat(edge.paddingRight) + 0.6;
    const range = document.createRange();
    const rect = (i) => { // of the character at i; collapsed spaces have none
      let piece = found[0];
      for (const p of found) if (p.from <= i) piece = p; else break;
      range.setStart(piece.node, i - piece.from);
      range.setEnd(piece.node, i - piece.from + 1);
      const all = range.getClientRects();
      return all.length ? all[all.length - 1] : null;
    };
    let first = null;
    for (let i = 0; i < length && !first; i++) first = rect(i);
    if (!first) return null;
    let height = parseFloat(css.lineHeight);
    if (!(height > 0)) height = first.height;
    const middle = (first.top + first.bottom) / 2;
    const lineOf = (r) => Math.round(((r.top + r.bottom) / 2 - middle) / height);
    const fits = (i, room) => {
      let r = null;
      for (let j = i; j >= 0 && !r; j--) r = rect(j);
      if (!r) return true;
      const line = lineOf(r);
      return line < most - 1 || (line === most - 1 && r.right + room <= right);
    };
    // Any character may lie too far right on an earlier line (an address that does not break).
    range.setStart(found[0].node, 0);
    range.setEnd(found[found.length - 1].node, found[found.length - 1].node.length);
    const lines = [...range.getClientRects()].filter((r) => r.width);
    const wide = lines.some((r) => r.right > right);
    if (fits(length - 1, 0) && !wide) return null;
    const room = ellipsis(el);
    let low = 0, high = length; // characters kept
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (fits(middle - 1, room)) low = middle; else high = middle - 1;
    }
    if (wide) { // of several lines one is too long: cut there
      while (low > 0) {
        const r = rect(low - 1);
        if (!r || r.right + room <= right) break;
        low--;
      }
    }
    return { el, found, keep: low, length };
  }

  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

  function cut({ el, found, keep, length }) {
    const text = found.map((p) => p.node.data).join("");
    let kept = 0;
    for (const part of graphemes.segment(text.slice(0, Math.min(length, keep + 8)))) {
      if (part.index + part.segment.length > keep) break;
      kept = part.index + part.segment.length;
    }
    // A nested value is kept whole or left out where that costs little of the line.
    for (const inner of el.querySelectorAll("[data-v] [data-v]")) {
      const mine = found.filter((p) => inner.contains(p.node));
      if (!mine.length || mine[0].node.parentElement.closest("[data-picture]")) continue;
      const from = mine[0].from, to = mine[mine.length - 1].from + mine[mine.length - 1].node.length;
      if (from < kept && kept < to && from >= 0.6 * kept && kept - from < 0.5 * (to - from)) kept = from;
    }
    while (kept > 0 && /[\s…]/.test(text[kept - 1])) kept--;
    let last = found[0];
    for (const piece of found) if (piece.from < kept) last = piece;
    for (const piece of found) {
      if (piece.from > last.from) piece.node.data = "";
    }
    last.node.data = last.node.data.slice(0, Math.max(0, kept - last.from)) + "…";
    for (const span of el.querySelectorAll("[data-v]")) {
      if (!span.hasAttribute("data-picture") && !span.textContent && !span.querySelector("svg")) span.remove();
    }
    el.dataset.cut = "1";
  }

  // ---- what is done to the page

  // Just after a picture was taken Chromium may still scale the mouse's place by the emulated density twice.
  // An event that comes from elsewhere than it was sent to is dropped and counted, and sent again.
  let aimed = null;
  let missed = 0;

  for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "wheel"]) {
    window.addEventListener(kind, (event) => {
      if (!aimed || Math.hypot(event.clientX - aimed[0], event.clientY - aimed[1]) < 2) return;
      missed += 1;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, { passive: false, capture: true });
  }

  function aim(x, y) {
    aimed = [x, y];
    missed = 0;
  }

  function text(el) {
    let out = "";
    const walk = (node) => {
      for (const child of node.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) out += child.data;
        else if (child.nodeName === "BR") out += "\n";
        else { if (child.nodeName === "DIV" && out && !out.endsWith("\n")) out += "\n"; walk(child); }
      }
    };
    walk(el);
    return out.endsWith("\n") ? out.slice(0, -1) : out; // an editor keeps a last break so that it can be reached
  }

  const many = (el) => el.hasAttribute("data-multiline") || el.getAttribute("aria-multiline") === "true"
    || el.dataset.kind === "multiline" || Boolean(el.closest(".k-multiline"));

  document.addEventListener("click", (event) => {
    const hit = event.target.closest("[data-do], [data-bind]");
    if (hit && hit.dataset.do) {
      held = null;
      emit("tap", hit.dataset.do, "", windowOf(hit));
      return;
    }
    if (hit) { // the browser has put the caret there
      if (hit.hasAttribute("contenteditable")) took(hit);
      return;
    }
    // A placeholder or an icon that lies over a field gives the click to the field below it.
    const below = document.elementsFromPoint(event.clientX, event.clientY)
      .find((el) => el.matches("[data-bind][contenteditable]"));
    if (below) {
      focus(below);
      took(below);
    } else if (held !== null && !event.target.closest(".kbd")) {
      emit("focus", "", "", held);
      held = null;
    }
  });

  function took(el) {
    held = windowOf(el);
    fresh = true;
    emit("focus", el.dataset.bind, "", held);
  }

  document.addEventListener("mousedown", (event) => { // the soft keyboard takes no focus
    if (event.target.closest(".kbd")) event.preventDefault();
  });

  document.addEventListener("input", (event) => {
    const el = event.target.closest?.("[data-bind]");
    if (!el) return;
    held = windowOf(el);
    emit("input", el.dataset.bind, text(el), held);
  });

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || !PASSED.has(event.key)) return;
    const el = document.activeElement?.closest?.("[data-bind]");
    if (el && /^(Arrow|Delete)/.test(event.key)) return; // moves within the field
    if (el && event.key === "Enter" && many(el)) return; // a line break
    event.preventDefault();
    const focusWindow = [...document.querySelectorAll("[data-window]")].pop()?.dataset.window ?? "";
    emit("key", event.key, el ? el.dataset.bind : "", el ? windowOf(el) : focusWindow);
    if (el && event.key === "Escape") {
      el.blur();
      held = null;
    }
  });

  document.addEventListener("scroll", () => { if (post) scrolled(); }, true);

  function scrolled() {
    for (const [el, known] of tops) {
      if (el.isConnected && Math.abs(el.scrollTop - known) >= 0.5) {
        tops.set(el, el.scrollTop);
        emit("scroll", el.dataset.scroll, String(Math.round(el.scrollTop)), windowOf(el));
      }
    }
  }

  function drain() {
    scrolled();
    const events = queue;
    queue = [];
    return events;
  }

  const frame = () => new Promise((done) => requestAnimationFrame(() => done()));

  // A turn of the wheel moves the page here and not in the compositor, whose moment nobody knows.
  // How far is told beforehand: an emulated density divides the event's own delta.
  let turns = 0;
  let far = 0;

  document.addEventListener("wheel", (event) => {
    turns += 1;
    if (post) return; // a person's own
    event.preventDefault();
    for (let el = event.target.closest?.("[data-scroll]"); el; el = el.parentElement?.closest("[data-scroll]")) {
      const was = el.scrollTop;
      el.scrollTop = Math.round(was + far);
      if (el.scrollTop !== was) return;
    }
  }, { passive: false, capture: true });

  // Waits for the turn after the `before`-th, as long as it takes (a busy machine: seconds), or for a miss.
  async function settle(before) {
    const patience = performance.now() + 20000;
    while (turns <= before && !missed && performance.now() < patience) await frame();
    return turns > before;
  }

  // ---- by hand: a person's browser, every event answered with the next page

  function serve(url) {
    document.documentElement.classList.add("by-hand");
    let busy = false;
    post = async () => {
      if (busy) return;
      busy = true;
      try {
        while (queue.length) {
          const events = queue;
          queue = [];
          for (const event of events) {
            const answer = await fetch(url ?? "/event", {
              method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(event),
            });
            if (!answer.ok) throw new Error(`the world answered ${answer.status}`);
            const next = await answer.json();
            if (!queue.some((e) => e.kind === "input")) show(next.html, next.css, next.lang);
          }
        }
      } finally { busy = false; }
    };
  }

  window.tactful = {
    show, painted, drain, settle, aim, missed: () => missed, turning: (by) => { far = by; return turns; }, serve, text,
  };
})();
