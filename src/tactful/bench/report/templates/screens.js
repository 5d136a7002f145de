"use strict";
(() => {
  const tip = document.getElementById("tip");
  const titles = [null, null, "Label", "What the policy did", "Why"];
  let marked = [];

  // The tip is made of clones of what the table already holds: no value is ever parsed as HTML again.
  function fill(row) {
    tip.replaceChildren();
    titles.forEach((title, cell) => {
      if (cell === 0) return;
      const part = document.createElement("div");
      if (title) part.append(Object.assign(document.createElement("h3"), { textContent: title }));
      for (const child of row.cells[cell].childNodes) part.append(child.cloneNode(true));
      tip.append(part);
    });
  }

  function place(target) {
    const at = target.getBoundingClientRect();
    const wide = innerWidth - tip.offsetWidth - 12;
    const high = innerHeight - tip.offsetHeight - 12;
    const below = at.bottom + 10;
    const top = below <= high ? below : at.top - tip.offsetHeight - 10;
    tip.style.left = `${Math.max(12, Math.min(at.left, wide))}px`;
    tip.style.top = `${Math.max(12, Math.min(top, high))}px`;
  }

  function clear() {
    for (const element of marked) element.classList.remove("twin");
    marked = [];
    tip.hidden = true;
  }

  function mark(name, target) {
    clear();
    const row = document.getElementById(name);
    marked = [row, ...document.querySelectorAll(`.box[data-row="${name}"]`)];
    for (const element of marked) element.classList.add("twin");
    if (!target) return;
    fill(row);
    tip.hidden = false;
    place(target);
  }

  const boxOf = (event) => event.target.closest?.(".box");
  document.addEventListener("pointerover", (event) => {
    const box = boxOf(event);
    const row = event.target.closest?.("tbody tr");
    if (box) mark(box.dataset.row, box);
    else if (row) mark(row.id, null);
    else if (marked.length) rest();
  });
  // Without a pointer on a region, the focused one has the tip.
  function rest() {
    const focused = document.activeElement;
    if (!focused?.matches(".box")) clear();
    else if (marked[0]?.id !== focused.dataset.row) mark(focused.dataset.row, focused);
  }
  document.addEventListener("focusin", (event) => {
    const box = boxOf(event);
    if (box) mark(box.dataset.row, box);
  });
  document.addEventListener("focusout", (event) => boxOf(event) && clear());
  document.addEventListener("scroll", () => (tip.hidden = true), { passive: true });

  // A click brings the row into view, and a row's number brings its box into view.
  function reveal(element, scroller) {
    if (!scroller || scroller.scrollHeight <= scroller.clientHeight) return;
    const inside = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    scroller.scrollTop += inside - scroller.clientHeight / 2;
  }
  document.addEventListener("click", (event) => {
    const box = boxOf(event);
    const find = event.target.closest(".find");
    if (box) {
      mark(box.dataset.row, box); // some browsers do not focus a button that is tapped
      const row = document.getElementById(box.dataset.row);
      reveal(row, row.closest(".regions"));
    } else if (find) {
      const twin = document.querySelector(`.before .box[data-row="${find.dataset.row}"]`);
      twin.focus({ preventScroll: true });
      twin.scrollIntoView({ block: "nearest", inline: "nearest" });
      mark(find.dataset.row, twin);
    }
  });

  // One tab stop a picture; the arrow keys walk its boxes in reading order.
  const inOrder = (canvas) =>
    [...canvas.querySelectorAll(".box")]
      .filter((box) => box.offsetParent)
      .sort((a, b) => a.offsetTop - b.offsetTop || a.offsetLeft - b.offsetLeft);
  function stops() {
    for (const canvas of document.querySelectorAll(".canvas")) {
      for (const box of canvas.querySelectorAll(".box")) box.tabIndex = -1;
      const first = inOrder(canvas)[0];
      if (first) first.tabIndex = 0;
    }
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return clear();
    const box = boxOf(event);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!box || !step) return;
    event.preventDefault();
    const boxes = inOrder(box.closest(".canvas"));
    const next = boxes[(boxes.indexOf(box) + step + boxes.length) % boxes.length];
    box.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  document.querySelector(".controls").addEventListener("change", stops);
  stops();

  document.getElementById("zoom").addEventListener("input", (event) => {
    document.documentElement.style.setProperty("--scale", event.target.value / 100);
  });

  // The list of screens follows the reader.
  const links = new Map([...document.querySelectorAll("nav a")].map((a) => [a.hash.slice(1), a]));
  const watch = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const link of links.values()) link.removeAttribute("aria-current");
        links.get(entry.target.id)?.setAttribute("aria-current", "true");
      }
    },
    { rootMargin: "-20% 0px -70% 0px" },
  );
  for (const section of document.querySelectorAll(".screen")) watch.observe(section);
})();
