"use strict";
(() => {
  // The theme: the system's, or what the reader chose (kept where the browser allows it).
  const root = document.documentElement;
  const themes = document.querySelector(".theme");
  const recall = () => { try { return localStorage.getItem("tactful-theme"); } catch { return null; } };
  function choose(theme) {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const button of themes.children) button.setAttribute("aria-pressed", String(button.dataset.theme === theme));
  }
  themes.hidden = false;
  themes.addEventListener("click", (event) => {
    const theme = event.target.dataset?.theme;
    if (!theme) return;
    choose(theme);
    try { localStorage.setItem("tactful-theme", theme); } catch { /* private window: not kept */ }
  });
  choose(["light", "dark"].includes(recall()) ? recall() : "auto");

  // Tables sort by a click on a head; rows that are no measurements stay where they are, unknown comes last.
  const collator = new Intl.Collator(undefined, { numeric: true });
  function sort(button) {
    const head = button.closest("th");
    const place = head.cellIndex;
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of head.parentElement.cells) other.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const numeric = head.classList.contains("n");
    for (const body of head.closest("table").querySelectorAll("tbody.measured")) {
      const rows = [...body.rows].map((row) => {
        const cell = row.cells[place];
        return [row, numeric ? parseFloat(cell.dataset.sort ?? "NaN") : cell.textContent];
      });
      rows.sort(([, a], [, b]) => {
        if (numeric && (Number.isNaN(a) || Number.isNaN(b))) return Number.isNaN(a) - Number.isNaN(b);
        const order = numeric ? a - b : collator.compare(a, b);
        return up ? order : -order;
      });
      body.append(...rows.map(([row]) => row));
    }
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.sort");
    if (button) sort(button);
  });

  // One run at a time where there are several; without a script all of them are shown.
  let count = 0;
  for (const set of document.querySelectorAll(".tabset")) {
    const tabs = [...set.querySelectorAll(":scope > .tab")];
    if (tabs.length < 2) continue;
    const bar = Object.assign(document.createElement("div"), { className: "tabs" });
    bar.setAttribute("role", "tablist");
    const buttons = tabs.map((tab) => {
      tab.id = `tab-${(count += 1)}`;
      tab.setAttribute("role", "tabpanel");
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: tab.dataset.tab });
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", tab.id);
      bar.append(button);
      return button;
    });
    const show = (chosen) =>
      tabs.forEach((tab, index) => {
        tab.classList.toggle("away", index !== chosen);
        buttons[index].setAttribute("aria-selected", String(index === chosen));
        buttons[index].tabIndex = index === chosen ? 0 : -1;
      });
    buttons.forEach((button, index) => {
      button.addEventListener("click", () => show(index));
      button.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = (index + step + tabs.length) % tabs.length;
        show(next);
        buttons[next].focus();
      });
    });
    set.classList.add("tabbed");
    set.prepend(bar);
    show(0);
  }

  // The list of sections follows the reader.
  const links = new Map([...document.querySelectorAll("nav a")].map((a) => [a.hash.slice(1), a]));
  const watch = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const link of links.values()) link.removeAttribute("aria-current");
        links.get(entry.target.id)?.setAttribute("aria-current", "true");
      }
    },
    { rootMargin: "-15% 0px -75% 0px" },
  );
  for (const section of document.querySelectorAll("main > section")) watch.observe(section);
})();
