// Draws cards by joining strings: a stand-in for the real bundle that costs little itself.
const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
globalThis.render = (json) => {
  const view = JSON.parse(json);
  const card = ({ title, price }) => `<li><h2>${escape(title)}</h2><p>${escape(price)}</p></li>`;
  return { html: `<main><h1>${escape(view.title)}</h1><ul>${view.homes.map(card).join("")}</ul></main>` };
};
