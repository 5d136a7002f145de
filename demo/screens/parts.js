// Shared parts of the demo screens: line icons, letter avatars, drawn portraits, the phone's status bar.
"use strict";

// One page may show several states: elements with data-when stay only in the states that they name.
const STATE = location.hash.slice(1);
for (const element of document.querySelectorAll("[data-when]")) {
  if (!element.dataset.when.split(" ").includes(STATE)) element.remove();
}

const ICONS = {
  search: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 1 0 0-13M15.500 15.500L21 21",
  menu: "M3 6h18M3 12h18M3 18h18",
  back: "M20 12H4M11 5l-7 7 7 7",
  forward: "M4 12h16M13 5l7 7-7 7",
  reload: "M20 5v5h-5M19.500 10a8 8 0 1 0 .4 5",
  more: "M12 5v.01M12 12v.01M12 19v.01",
  phone: "M5 3h4l2 5-2.500 2a12 12 0 0 0 5.500 5.500l2-2.500 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2z",
  chat: "M4 4h16v12H9l-5 4z",
  mail: "M3 5h18v14H3zM3 6l9 7 9-7",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M4 21a8 8 0 0 1 16 0",
  group: "M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 1 0 0-7M2 20a7 7 0 0 1 14 0M16 5a3.500 3.500 0 0 1 0 7M18 14a7 7 0 0 1 4 6",
  star: "M12 3l2.800 5.800 6.200.8-4.600 4.300 1.200 6.300L12 17.200 6.400 20.200l1.200-6.300L3 9.600l6.200-.8z",
  plus: "M12 4v16M4 12h16",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  send: "M3 4l18 8-18 8 3-8zM6 12h15",
  video: "M3 6h12v12H3zM15 10l6-3v10l-6-3",
  place: "M12 21s7-6.500 7-12a7 7 0 0 0-14 0c0 5.500 7 12 7 12zM12 6.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 1 0 0-5",
  work: "M3 8h18v12H3zM9 8V4h6v4M3 13h18",
  event: "M4 5h16v16H4zM4 10h16M8 3v4M16 3v4",
  plane: "M12 2c1 0 1.500 1.500 1.500 3v4.500L21 14v2l-7.500-2.500v5l2 1.500v1.500L12 20.500 8.500 21.500V20l2-1.500v-5L3 16v-2l7.500-4.500V5c0-1.500.5-3 1.500-3z",
  card: "M2 5h20v14H2zM2 10h20M5 15h4",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 7v5l4 2",
  home: "M3 11l9-8 9 8M6 9v12h12V9M10 21v-6h4v6",
  inbox: "M4 4h16v16H4zM4 14h4l1.500 3h5L16 14h4",
  trash: "M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15",
  folder: "M3 5h6l2 3h10v11H3z",
  close: "M5 5l14 14M19 5L5 19",
  down: "M6 9l6 6 6-6",
  right: "M9 6l6 6-6 6",
  missed: "M3 8l6 6 4-4 8 8M3 14V8h6",
  out: "M6 18L18 6M9 6h9v9",
  in: "M18 6L6 18M15 18H6V9",
  file: "M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h7",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10 21h4",
  chart: "M4 4v16h16M9 17v-6M14 17V8M19 17v-9",
  reply: "M10 5L4 11l6 6M4 11h10a6 6 0 0 1 6 6v2",
  clip: "M8 12l7-7a3.500 3.500 0 0 1 5 5L11 19a5 5 0 0 1-7-7l9-9",
  mic: "M12 3a3 3 0 0 0-3 3v6a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3M5 11a7 7 0 0 0 14 0M12 18v3",
  smile: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M8 14a5 5 0 0 0 8 0M9 9v.01M15 9v.01",
  lock: "M6 11h12v10H6zM8 11V8a4 4 0 0 1 8 0v3",
  keys: "M6 6v.01M12 6v.01M18 6v.01M6 12v.01M12 12v.01M18 12v.01M6 18v.01M12 18v.01M18 18v.01",
  gear: "M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 1 0 0-7M12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.800 2.800M16.200 16.200L19 19M5 19l2.800-2.800M16.200 7.800L19 5",
  filter: "M3 5h18l-7 8v6l-4 2v-8z",
  shield: "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z",
  bars: "M3 19h4v-4H3zM10 19h4v-9h-4zM17 19h4V5h-4z",
};
const SOLID = new Set(["phone", "plane", "star", "send", "bars"]);

const PORTRAITS = {
  // skin, hair, clothes, wall, hair over the shoulders
  maya: ["#e8b48c", "#5b2d1a", "#2f6f6b", "#cfe3dc", true],
  hugo: ["#c98f64", "#1f1a18", "#b5532e", "#f0dfc2", false],
  wen: ["#efc8a0", "#161314", "#40518f", "#d9dcea", true],
};

function portrait(name) {
  const [skin, hair, clothes, wall, long] = PORTRAITS[name];
  const back = long
    ? `<path d="M24 46C22 18 78 18 76 46c0 16 4 28 4 40H20c0-12 4-24 4-40z" fill="${hair}"/>`
    : "";
  return `<svg viewBox="0 0 100 100"><rect width="100" height="100" fill="${wall}"/>
    <circle cx="86" cy="18" r="26" fill="#fff" opacity=".35"/>${back}
    <path d="M10 104c0-22 18-30 40-30s40 8 40 30z" fill="${clothes}"/>
    <path d="M41 62h18v14c0 6-18 6-18 0z" fill="${skin}"/><path d="M41 66c6 6 12 6 18 0v4c-6 6-12 6-18 0z" opacity=".15"/>
    <ellipse cx="50" cy="47" rx="20" ry="24" fill="${skin}"/>
    <ellipse cx="30" cy="49" rx="3" ry="5" fill="${skin}"/><ellipse cx="70" cy="49" rx="3" ry="5" fill="${skin}"/>
    <path d="M28 46c-3-36 47-36 44 0-5-3-9-8-12-13-6 7-20 11-32 13z" fill="${hair}"/>
    <path d="M37 42c3-2 7-2 9 0M54 42c3-2 7-2 9 0" fill="none" stroke="${hair}" stroke-width="1.800" stroke-linecap="round"/>
    <ellipse cx="41.500" cy="48" rx="3.600" ry="2.600" fill="#fff"/><ellipse cx="58.500" cy="48" rx="3.600" ry="2.600" fill="#fff"/>
    <circle cx="41.800" cy="48" r="2" fill="#2b1d14"/><circle cx="58.800" cy="48" r="2" fill="#2b1d14"/>
    <path d="M50 49c-1 4-2 6-2 7 1 1 3 1 4 0" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="1.300"/>
    <path d="M42 60c4 5 12 5 16 0-4 1.500-12 1.500-16 0z" fill="#a8443f"/>
    <circle cx="37" cy="56" r="3.500" fill="#d9603b" opacity=".22"/><circle cx="63" cy="56" r="3.500" fill="#d9603b" opacity=".22"/></svg>`;
}

const TINTS = ["#7b4bb3", "#00796b", "#b3402f", "#2f5fb3", "#8a6d00", "#a0336f", "#33691e", "#4e5b66"];

function avatar(element) {
  const { letter, photo, of = "contact" } = element.dataset;
  if (photo) {
    element.innerHTML = portrait(photo);
    element.dataset.graphic = `${of} photo`;
    element.dataset.type = "face";
    return;
  }
  element.textContent = letter;
  element.style.background = TINTS[letter.codePointAt(0) % TINTS.length];
  element.dataset.graphic = `${of} avatar with initial ${letter}`;
  element.dataset.type = "avatar";
}

for (const element of document.querySelectorAll("status-bar")) {
  const { time, net, battery } = element.dataset;
  element.innerHTML = `<span data-type="clock">${time}</span><i data-icon="chat"></i><b></b>
    <i data-icon="bars"></i><span data-type="device">${net}</span><span data-type="device">${battery}</span>`;
}
for (const element of document.querySelectorAll("[data-icon]")) {
  const name = element.dataset.icon;
  const paint = SOLID.has(name) ? 'fill="currentColor"' : 'fill="none"';
  const width = name === "more" || name === "keys" ? 3.2 : 2;
  element.innerHTML = `<svg viewBox="0 0 24 24" ${paint} stroke="currentColor" stroke-width="${width}"
    stroke-linecap="round" stroke-linejoin="round"><path d="${ICONS[name]}"/></svg>`;
}
document.querySelectorAll("a-v").forEach(avatar);
