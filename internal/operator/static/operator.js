// Draws /status.json. Everything from the site goes in as text, never as markup.
const $ = (id) => document.getElementById(id);
const every = 3000;
let said = "";

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null && child !== ""));
  return made;
}

const section = (title, kind, ...children) => element("section", { class: kind }, element("h2", {}, title), ...children);

function facts(rows) {
  const list = element("dl");
  for (const [name, value] of rows) {
    if (value === undefined || value === null || value === "") continue;
    list.append(element("dt", {}, name), element("dd", {}, value instanceof Node ? value : String(value)));
  }
  return list;
}

function table(names, rows) {
  return element("table", {},
    element("thead", {}, element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell) =>
      element("td", { class: typeof cell === "number" ? "number" : undefined }, cell instanceof Node ? cell : String(cell)))))));
}

const zero = (time) => !time || time.startsWith("0001-");

function ago(time) {
  if (zero(time)) return "never";
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(time)) / 1000));
  if (seconds < 90) return `${seconds} s ago`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 129600) return `${Math.round(seconds / 3600)} h ago`;
  return new Date(time).toLocaleString();
}

function action(text, name, what) {
  return element("button", { type: "button", click: async (event) => {
    event.currentTarget.disabled = true;
    const response = await fetch(`/do/${name}`, { method: "POST", body: new URLSearchParams({ what }) });
    said = (await response.text()).trim();
    await show();
  } }, text);
}

function alarms(replica) {
  return replica.alarms.map((alarm) => section(`Content has disappeared: ${alarm.list}`, "bad",
    element("p", {}, `The CMS no longer has ${alarm.missing} of ${alarm.had}. Nothing of it is deleted here. `
      + "Look at the CMS: a plugin may be switched off. If the content is really meant to go, confirm it."),
    facts([["Since", ago(alarm.since)]]),
    alarm.accepted ? element("p", {}, "Confirmed; it is deleted with the next comparison.")
      : action(`Delete these ${alarm.missing} here as well`, "accept", alarm.list)));
}

function copy(replica) {
  const { progress } = replica;
  const doing = progress.doing && element("span", {}, `taking ${progress.doing} `,
    element("progress", { max: Math.max(1, progress.total), value: progress.done }), ` ${progress.done} of ${progress.total}`);
  return section("Copy of the CMS", replica.ready ? undefined : "bad",
    facts([
      ["CMS", replica.cms], ["Plugin", replica.plugin || "none: changes are found by asking"], ["WordPress", replica.wordpress],
      ["First copy", replica.ready ? "complete" : "not complete: visitors see an error"], ["Doing", doing],
      ["Equal to the CMS", ago(replica.last_success)], ["Compared as a whole", ago(replica.reconciled_at)],
      ["Last webhook", ago(replica.last_webhook)], ["Changes that wait", replica.queue],
      ["Last error", replica.last_error && element("span", { class: "bad-text" }, replica.last_error)],
    ]),
    table(["Type", "Published"], Object.entries(replica.counts)),
    element("p", {}, action("Compare everything now", "compare", "")));
}

function failed(replica) {
  if (replica.failed.length === 0) return undefined;
  return section(`Not taken: ${replica.failed.length}`, "bad",
    element("p", {}, "Each is tried again by itself, with growing pauses. ", action("Try all again now", "compare", "")),
    table(["Type", "Number", "Why", "Since"], replica.failed.slice(0, 200).map((one) =>
      [one.type, one.id || "the list", one.reason, ago(one.since)])));
}

function draw(status) {
  const { replica, cms, rendering, enquiries } = status;
  const parts = [];
  if (said) parts.push(element("p", { role: "status" }, said));
  if (replica) parts.push(...alarms(replica), copy(replica), failed(replica));
  if (cms) parts.push(section("Questions to the CMS", cms.resting ? "bad" : undefined, facts([
    ["State", cms.resting ? "left alone for a moment: it failed again and again" : "asked as usual"],
    ["Sent", cms.sent], ["Failed", cms.failed], ["Asked again", cms.retried], ["Refused: too many waited", cms.refused],
  ])));
  const lost = rendering && rendering.up < rendering.workers;
  parts.push(section("Drawing of pages", !rendering || lost ? "bad" : undefined, rendering ? facts([
    ["Workers", `${rendering.up} of ${rendering.workers} up`], ["Waiting", rendering.queue], ["Restarts", rendering.restarts],
    ["Last error", rendering.lastError],
  ]) : element("p", {}, "There is no Node: pages go out undrawn.")));
  const states = Object.entries(enquiries).filter(([, count]) => count > 0);
  parts.push(section("Enquiries", enquiries.failed ? "bad" : undefined,
    states.length > 0 ? table(["State", "Count"], states) : element("p", {}, "None yet.")));
  parts.push(section("Program", undefined, facts([["Mode", status.mode], ["Front end", status.build], ["Generation", status.generation]])));
  $("state").replaceChildren(...parts.filter(Boolean));
}

function headline(status) {
  const { replica } = status;
  if (replica?.alarms.some((alarm) => !alarm.accepted)) return ["Somebody must decide", true];
  if (replica && !replica.ready) return ["The first copy is not complete", true];
  if (replica?.last_error) return ["The CMS does not answer; visitors do not notice", true];
  if (status.cms?.resting) return ["The CMS fails; visitors get what was known", true];
  if (replica?.failed.length) return ["Some content could not be taken", true];
  if (status.enquiries.failed) return ["Enquiries could not be delivered", true];
  return ["All is well", false];
}

async function show() {
  let response;
  try {
    response = await fetch("/status.json");
  } catch {
    $("headline").textContent = "The site does not answer";
    return;
  }
  const open = response.ok;
  $("login").hidden = response.status !== 401;
  $("state").hidden = $("logout").hidden = !open;
  if (!open) {
    $("headline").textContent = response.status === 401 ? "Show the token to see more" : (await response.text()).trim();
    return;
  }
  const status = await response.json();
  const [words, bad] = headline(status);
  $("headline").textContent = words;
  $("headline").className = bad ? "bad-text" : "good-text";
  if (!$("state").contains(document.activeElement)) draw(status);
}

show();
setInterval(show, every);
