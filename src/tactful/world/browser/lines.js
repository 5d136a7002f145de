// The visible lines of a text: where the browser broke it, and which part of each line can be seen.
(() => {
  const LEGIBLE = 0.7, DENSE = 0.8; // of the letters' height, else a line is left out; more of Han and Hangul
  const STEP = 15; // CSS pixels between the points that are tested on a line: no cover is smaller
  const { meet, empty, insideOf, behind, sees, seesInside } = window.tactful.visible;
  const { fontOf, shown, inkBox } = window.tactful.ink;

  const range = document.createRange();
  function rectOf(node, from, to) {
    range.setStart(node, from);
    range.setEnd(node, to);
    const all = range.getClientRects();
    if (!all.length) return null;
    let r = all[0];
    for (const one of all) if (one.width > r.width) r = one;
    return r.width || r.height ? r : null;
  }

  function linesOf(node) { // [{from, to, rect}]: where the browser broke the text
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((r) => r.width > 0 && r.height > 0);
    if (!rects.length) return [];
    const rows = [];
    for (const r of rects) {
      const last = rows[rows.length - 1];
      const mid = (r.top + r.bottom) / 2;
      if (last && mid > last.top && mid < last.bottom && r.left >= last.left - 1) {
        last.right = Math.max(last.right, r.right);
      } else rows.push({ left: r.left, right: r.right, top: r.top, bottom: r.bottom });
    }
    if (rows.length === 1) return [{ from: 0, to: node.length, rect: rows[0] }];
    const found = [];
    let from = 0;
    for (let i = 0; i < rows.length; i++) {
      let to = node.length;
      if (i + 1 < rows.length) { // the first character that lies on the next row
        const edge = (rows[i + 1].top + rows[i + 1].bottom) / 2;
        let low = from, high = node.length;
        while (low < high) {
          const middle = (low + high) >> 1;
          let r = null, at = middle;
          while (at < high && !(r = rectOf(node, at, at + 1))) at++;
          if (!r || (r.top + r.bottom) / 2 < edge - (rows[i + 1].bottom - rows[i + 1].top) * 0.4) low = at + 1;
          else high = middle;
        }
        to = Math.min(low, node.length);
      }
      if (to > from) found.push({ from, to, rect: rows[i] });
      from = to;
    }
    return found;
  }

  function runsOf(node, owner, masked) {
    const font = fontOf(owner);
    const clip = insideOf(owner);
    const out = [];
    for (const line of linesOf(node)) {
      let raw = node.data.slice(line.from, line.to);
      let text = font.pre ? raw.replace(/[\n\r]/g, "") : raw.replace(/[ \t\n\r]+/g, " ");
      if (masked) text = "•".repeat([...text].length);
      text = shown(text, font);
      const bare = text.trim();
      if (!bare) { out.push({ space: true, rect: line.rect }); continue; }
      const cutLeft = text.length - text.trimStart().length, cutRight = text.length - text.trimEnd().length;
      const box = inkBox(bare, cutLeft || cutRight ? within(node, line) : line.rect, font);
      const entry = { text, box, whole: true, leads: cutLeft === 0, ends: cutRight === 0, rect: line.rect };
      const cut = meet(box, clip);
      const least = leastOf(bare), core = (least === LEGIBLE && box.core) || box;
      const left = Math.min(cut.bottom, core.bottom) - Math.max(cut.top, core.top);
      if (empty(cut) || box.bottom <= box.top || left / (core.bottom - core.top) < least) { out.push({ gone: true }); continue; }
      const clipped = cut.left > box.left + 0.75 || cut.right < box.right - 0.75;
      const cutRows = cut.top > box.top + 0.75 || cut.bottom < box.bottom - 0.75;
      const share = clearShare(owner, cut);
      if (share === 0) { out.push({ gone: true }); continue; }
      if (!clipped && share === 1) {
        entry.box = cut;
        entry.whole = !cutRows;
        out.push(entry);
        continue;
      }
      out.push(...partly(node, owner, line, font, masked, cut, core, least));
    }
    return out;
  }

  // Spaces at the ends carry no ink, and where the browser hangs them no width either.
  function within(node, { from, to, rect }) {
    const raw = node.data.slice(from, to);
    let first = from + raw.length - raw.trimStart().length, last = to - (raw.length - raw.trimEnd().length);
    const a = rectOf(node, first, first + (node.data.codePointAt(first) > 0xffff ? 2 : 1));
    const b = rectOf(node, last - (last > first + 1 && node.data.codePointAt(last - 2) > 0xffff ? 2 : 1), last);
    return { left: a?.left ?? rect.left, right: b?.right ?? rect.right, top: rect.top, bottom: rect.bottom };
  }

  const leastOf = (text) => (/[\p{Script=Han}\p{Script=Hangul}]/u.test(text) ? DENSE : LEGIBLE);
  const readable = (text) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 2;

  function clearShare(owner, box) { // how many of the points tested on a line can be seen
    if (behind(owner, box)) return 0;
    const wide = box.right - box.left, tall = box.bottom - box.top;
    const columns = Math.max(3, Math.ceil(wide / STEP) + 1);
    let seen = 0;
    for (let i = 0; i < columns; i++) { // now near its top, now near its foot
      const x = box.left + 0.5 + ((wide - 1) * i) / (columns - 1);
      if (seesInside(owner, x, box.top + tall * (i % 2 ? 0.85 : 0.15))) seen++;
    }
    return seen / columns;
  }

  // A line of which a part is hidden: character by character, each in ten rows.
  function partly(node, owner, line, font, masked, cut, core, least) {
    const out = [];
    const tall = cut.bottom - cut.top;
    let run = null;
    const flush = () => {
      if (run && (masked || readable(run.text))) { // of a cut line, one letter is nothing to read
        const r = { left: run.rect.left, right: run.rect.right, top: line.rect.top, bottom: line.rect.bottom };
        const ink = meet(inkBox(run.text, r, font), cut);
        ink.top = Math.max(ink.top, run.top);
        ink.bottom = Math.min(ink.bottom, run.bottom);
        if (!empty(ink)) out.push({ text: run.text, box: ink, whole: false, leads: run.leads, ends: run.ends, rect: r });
      } else out.push({ gone: true });
      run = null;
    };
    let last = line.from;
    for (let at = line.from; at < line.to; ) {
      const size = node.data.codePointAt(at) > 0xffff ? 2 : 1;
      const r = rectOf(node, at, at + size);
      const letter = node.data.slice(at, at + size);
      at += size;
      if (!r || !r.width) continue;
      const wide = Math.min(r.right, cut.right) - Math.max(r.left, cut.left);
      let ok = wide >= 0.6 * r.width;
      let top = cut.top, bottom = cut.bottom;
      if (ok && letter.trim()) {
        const x = (Math.max(r.left, cut.left) + Math.min(r.right, cut.right)) / 2;
        const row = (i) => sees(owner, x, cut.top + (tall * (i + 0.5)) / 10);
        const few = [row(1), row(5), row(8)];
        const rows = few[0] === few[1] && few[1] === few[2] ? Array(10).fill(few[0])
          : Array.from({ length: 10 }, (_, i) => row(i));
        const seen = rows.filter(Boolean).length;
        const mid = (_, i) => {
          const y = cut.top + (tall * (i + 0.5)) / 10;
          return y > core.top && y < core.bottom;
        };
        const letters = rows.filter(mid);
        const edge = Math.max(0.5, 0.3 * r.width), level = cut.top + tall * (few[1] ? 0.55 : few[0] ? 0.15 : 0.85);
        ok = letters.filter(Boolean).length >= least * letters.length && seen > 0 && sees(owner, x - edge, level) && sees(owner, x + edge, level);
        if (ok && seen < 10) {
          top = cut.top + (tall * rows.indexOf(true)) / 10;
          bottom = cut.top + (tall * (rows.lastIndexOf(true) + 1)) / 10;
        }
      }
      if (!ok) { if (run) flush(); last = at; continue; }
      const piece = shown(masked ? "•" : letter.replace(/\s/, " "), font);
      if (!run) {
        run = { text: "", rect: { left: r.left, right: r.right }, top, bottom, leads: at - size === line.from, ends: false };
      }
      run.text += piece;
      run.rect.right = Math.max(run.rect.right, r.right);
      run.top = Math.max(run.top, top);
      run.bottom = Math.min(run.bottom, bottom);
      run.ends = at >= line.to;
    }
    if (run) flush();
    if (!out.length) out.push({ gone: true });
    return out;
  }

  function joinRuns(runs) { // the visible lines of a value, from the runs of all its text nodes
    const lines = [];
    let open = null, pad = "", cutBefore = false;
    for (const run of runs) {
      if (run.gone) { open = null; cutBefore = true; continue; }
      if (run.space) { pad = " "; continue; }
      const box = run.box;
      const level = open && Math.min(open.row.bottom, run.rect.bottom) - Math.max(open.row.top, run.rect.top)
        > 0.5 * Math.min(open.row.bottom - open.row.top, run.rect.bottom - run.rect.top);
      const near = level && run.rect.left >= open.row.right - 2
        && run.rect.left - open.row.right < 1.2 * (run.rect.bottom - run.rect.top);
      if (open && near && !open.broken && (run.whole || run.leads)) {
        open.text += pad + run.text;
        open.box = { left: Math.min(open.box.left, box.left), top: Math.min(open.box.top, box.top),
          right: Math.max(open.box.right, box.right), bottom: Math.max(open.box.bottom, box.bottom) };
        open.row.right = Math.max(open.row.right, run.rect.right);
        open.whole = open.whole && run.whole;
      } else {
        open = { text: run.text, box: { ...box }, whole: run.whole && !cutBefore,
          row: { top: run.rect.top, bottom: run.rect.bottom, right: run.rect.right } };
        lines.push(open);
      }
      open.broken = !run.whole && !run.ends;
      cutBefore = open.broken;
      pad = "";
    }
    return lines;
  }

  window.tactful.lines = { runsOf, joinRuns };
})();
