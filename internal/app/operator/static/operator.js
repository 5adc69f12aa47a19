// Shows /status.json. Data of the site is inserted as text, never as markup.
const $ = (id) => document.getElementById(id);
const interval = 3000;
const shownProposals = 12; // the further ones are in details
const opened = new Set(); // keys of the details that the operator has opened

function element(name, attributes, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") created.addEventListener(key, value);
    else if (value !== undefined && value !== false) created.setAttribute(key, value === true ? "" : value);
  }
  created.append(...children.filter((child) => child || child === 0));
  return created;
}

const section = (title, kind, ...children) => element("section", { class: kind }, element("h3", {}, title), ...children);

/** Sections side by side, below a heading. Nothing without sections. */
function group(title, ...sections) {
  const shown = sections.flat().filter(Boolean);
  return shown.length > 0 ? [element("h2", {}, title), element("div", { class: "grid" }, ...shown)] : [];
}

/** Details that stay open when the page is rendered again. */
function details(key, summary, ...children) {
  return element("details", { open: opened.has(key), toggle: (event) => {
    if (event.currentTarget.open) opened.add(key);
    else opened.delete(key);
  } }, element("summary", {}, summary), ...children);
}

const count = (n) => n.toLocaleString("en");
const plural = (n, one, several) => `${count(n)} ${n === 1 ? one : several}`;

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

function action(text, name, what, kind) {
  return element("button", { type: "button", class: kind, click: async (event) => {
    event.currentTarget.disabled = true;
    let message = "The site does not answer.";
    try {
      const response = await fetch(`/do/${name}`, { method: "POST", body: new URLSearchParams({ what }) });
      message = (await response.text()).trim();
    } finally {
      $("message").textContent = message;
      $("message").hidden = false;
      $("message").scrollIntoView({ block: "nearest" });
      event.target.blur(); // the page is not rendered while a part of it has the focus
      await show();
    }
  } }, text);
}

const actions = (...buttons) => element("div", { class: "actions" }, ...buttons);

function alarms(replica) {
  return replica.alarms.map((alarm) => section(`Content has disappeared: ${alarm.list}`, "bad",
    element("p", {}, `The CMS no longer has ${alarm.missing} of ${alarm.had}. Nothing is deleted here yet. `
      + "Check the CMS: a plugin may be switched off. If the deletion is intended, confirm it."),
    facts([["Since", ago(alarm.since)]]),
    alarm.accepted ? element("p", {}, "Confirmed; the next reconciliation deletes it.")
      : actions(action(`Delete these ${alarm.missing} here too`, "accept", alarm.list))));
}

function copy(replica) {
  const { progress } = replica;
  const doing = progress.doing && element("span", {}, `fetching ${progress.doing} `,
    element("progress", { max: Math.max(1, progress.total), value: progress.done }), ` ${progress.done} of ${progress.total}`);
  return section("Replica of the CMS", replica.ready ? undefined : "bad",
    facts([
      ["CMS", replica.cms], ["Plugin", replica.plugin || "none: changes are found by polls"], ["WordPress", replica.wordpress],
      ["First full sync", replica.ready ? "complete" : "not complete: visitors see an error"], ["In progress", doing],
      ["Last success", ago(replica.last_success)], ["Last reconciliation", ago(replica.reconciled_at)],
      ["Last webhook", ago(replica.last_webhook)], ["Changes in the queue", replica.queue],
      ["Last error", replica.last_error && element("span", { class: "bad-text" }, replica.last_error)],
    ]),
    table(["Type", "Published"], Object.entries(replica.counts)),
    actions(action("Reconcile now", "compare", "")));
}

function failed(replica) {
  if (replica.failed.length === 0) return undefined;
  return section(`Failed entities: ${replica.failed.length}`, "bad",
    element("p", {}, "Each is retried automatically with backoff. ", action("Retry all now", "compare", "")),
    table(["Type", "Id", "Reason", "Since"], replica.failed.slice(0, 200).map((one) =>
      [one.type, one.id || "the list", one.reason, ago(one.since)])));
}

/** Removals of a feed that wait for a person. */
function removals(list) {
  return list.filter((feed) => feed.alarm).map((feed) => section(`Properties are missing in the feed ${feed.name}`, "bad",
    element("p", {}, `${count(feed.alarm.missing)} of ${count(feed.alarm.had)} properties are missing in the feed since ${ago(feed.alarm.since)}. `
      + "Nothing is removed yet. Look at the system that the feed comes from: if the properties are sold there, confirm. If not, repair the feed; they stay on the site."),
    feed.alarm.accepted ? element("p", {}, "Confirmed; the next run removes them.")
      : actions(action(jumps(feed).length ? "Remove these, and publish the prices that wait" : `Remove these ${count(feed.alarm.missing)}`, "feed-accept", feed.name))));
}

const jumps = (feed) => Object.values(feed.jumps ?? {}).filter((jump) => !jump.accepted);

/** Prices of a feed that jumped and wait for a person. */
function heldPrices(list) {
  return list.filter((feed) => jumps(feed).length).map((feed) => section(`Prices of the feed ${feed.name} jumped`, "bad",
    element("p", {}, "A price is ten times the last one, or a tenth. The last one stays on the site until you confirm. If the new one is wrong, repair the feed."),
    table(["Property", "From", "To", "Since"], jumps(feed).slice(0, 50).map((jump) => [jump.reference, `${count(jump.from)} €`, `${count(jump.to)} €`, ago(jump.since)])),
    actions(action(feed.alarm ? "Publish these prices, and remove what is missing" : "Publish these prices", "feed-accept", feed.name))));
}

/** Feeds that are no longer configured. */
const formerFeeds = (list) => list.map((one) => section(`The feed ${one.name} is no longer configured`, "decide",
  element("p", {}, `${plural(one.properties, "property of it is", "properties of it are")} on the site and will not change any more.`),
  actions(action("Keep them: they belong to the editors", "feed-forget", one.name, "first"), action("Take them off the site", "feed-withdraw", one.name))));

/** Two properties that are perhaps the same. */
function proposal(one, site) {
  const side = (home) => element("div", {},
    element("strong", {}, element("a", { href: site + home.link }, home.reference || String(home.id))), home.title,
    facts([
      ["From", (home.feed ? `feed ${home.feed}` : "this site") + (home.shared ? ", another agency’s" : "")],
      ["Price", home.price ? `${count(home.price)} €` : "on ask"], ["Built", home.built ? `${count(home.built)} m²` : ""], ["Bedrooms", home.bedrooms || ""],
    ]));
  const { keep, other } = one;
  const name = (home) => home.reference && keep.reference !== other.reference ? home.reference : String(home.id);
  return section("Is this one property?", "decide",
    element("p", { class: "why" }, one.why),
    element("div", { class: "pair" }, side(keep), side(other)),
    actions(
      action(`One property: keep ${name(keep)}`, "feed-join", `${keep.id}\n${other.id}`, "first"),
      other.feed ? keep.feed && action(`One property: keep ${name(other)}`, "feed-join", `${other.id}\n${keep.id}`) : "",
      action("Two properties", "feed-keep-apart", `${keep.id}\n${other.id}`)),
    element("p", { class: "soft" }, "One property: it keeps its number and link, and the link of the other one leads to it. Proposed ", ago(one.since), "."));
}

function joinedPairs(pairs) {
  if (pairs.length === 0) return undefined;
  return section("Joined properties", "wide", details("joined", `${plural(pairs.length, "property was", "properties were")} joined with another one`,
    table(["Property", "is", "Since", ""], pairs.map((pair) => [
      `${pair.other.reference || pair.other.id} (${pair.other.feed})`, pair.keep.reference || String(pair.keep.id), ago(pair.at), action("Undo", "feed-keep-apart", `${pair.keep.id}\n${pair.other.id}`)]))));
}

function feed(one) {
  const { report } = one;
  const problems = [...(report.repeated ?? []).map((one) => ({ ...one, key: `${one.n} × ${(one.keys ?? []).join(", ")}` })), ...(report.problems ?? [])];
  const unknown = Object.values(report.unknown ?? {}).reduce((sum, words) => sum + Object.keys(words).length, 0);
  return section(one.name, one.error ? "bad" : undefined,
    facts([
      ["Kind", one.kind], ["From", one.host], ["Properties", count(one.properties)], ["Last success", ago(one.success)], ["Last complete run", ago(one.full)],
      ["Last change", `${count(report.added)} added, ${count(report.changed)} changed, ${count(report.removed)} removed`],
      ["Could not be read", report.skipped ? element("span", { class: "bad-text" }, count(report.skipped)) : ""],
      ["Owned by another system", report.linked || ""], ["Pictures to fetch", report.waiting || ""],
      ["Words without a term", unknown ? `${count(unknown)}: estate feeds terms lists them` : ""],
      ["Last error", one.error && element("span", { class: "bad-text" }, one.error)],
    ]),
    problems.length > 0 && details(`feed ${one.name}`, plural(problems.length, "problem", "problems"),
      table(["Property", "Field", "Reason"], problems.slice(0, 50).map((problem) =>
        [[problem.key, problem.line && `line ${problem.line}`].filter(Boolean).join(", "), [problem.field, problem.value && `“${problem.value}”`].filter(Boolean).join(" "), `${problem.reason}${problem.skipped ? " (left out)" : ""}`]))),
    actions(action("Read now", "feed-run", one.name)));
}

function obstacles(problems) {
  return problems.map((problem) => section("The API of the CMS", problem.recovered ? undefined : "bad", facts([
    ["Problem", problem.problem], ["Address", problem.address], ["What to do", problem.remedy],
    ["Since", `${ago(problem.since)}, ${problem.count} times`], ["Effect", problem.recovered ? "none: the site works around it" : ""],
  ])));
}

/** A file for a portal that waits for a person. */
const heldFiles = (list) => list.filter((one) => one.held).map((one) => section(`The file for ${one.name} is held`, "bad",
  element("p", {}, one.held), actions(action("Publish it anyway", "accept-channel", one.name))));

function channel(one) {
  const fields = Object.entries(one.fields).sort(([, a], [, b]) => b - a);
  return section(one.name, one.error ? "bad" : undefined,
    facts([
      ["Kind", one.kind], ["In the file", plural(one.sent, "property", "properties")], ["Left out", plural(one.left_out, "property", "properties")],
      ["Fields to fill", fields.filter(([label]) => label).map(([label, n]) => `${label} (${count(n)})`).join(", ")],
      ["File written", ago(one.written)], ["Checked", ago(one.checked)], ["Uploaded", zero(one.uploaded) ? "" : ago(one.uploaded)],
      ["Address for the portal", one.address], ["Last error", one.error && element("span", { class: "bad-text" }, one.error)],
    ]));
}

function render(status) {
  const { replica, cms, rendering, enquiries, site, problems = [], feeds = [], channels = [], proposals = [], joined = [], former_feeds: former = [] } = status;
  const lost = rendering && rendering.up < rendering.workers;
  const states = Object.entries(enquiries).filter(([, n]) => n > 0);
  $("state").replaceChildren(
    ...group("To decide", replica ? alarms(replica) : [], removals(feeds), heldPrices(feeds), formerFeeds(former), heldFiles(channels), proposals.slice(0, shownProposals).map((one) => proposal(one, site)),
      proposals.length > shownProposals && element("div", { class: "wide" }, details("proposals", `${count(proposals.length - shownProposals)} further pairs`,
        element("div", { class: "grid" }, ...proposals.slice(shownProposals).map((one) => proposal(one, site)))))),
    ...group("Feeds", feeds.map(feed), joinedPairs(joined)),
    ...group("Portals", channels.map(channel)));
  $("more").replaceChildren(
    ...group("CMS", obstacles(problems), replica && [copy(replica), failed(replica)], cms && section("Requests to the CMS", cms.resting ? "bad" : undefined, facts([
      ["State", cms.resting ? "circuit breaker open after repeated failures" : "circuit breaker closed"],
      ["Sent", cms.sent], ["Failed", cms.failed], ["Retries", cms.retried], ["Rejected: queue full", cms.refused],
    ]))),
    ...group("Site",
      section("Rendering of pages", !rendering || lost ? "bad" : undefined, rendering ? facts([
        ["Workers", `${rendering.up} of ${rendering.workers} up`], ["Queue", rendering.queue], ["Restarts", rendering.restarts],
        ["Last error", rendering.lastError],
      ]) : element("p", {}, "There is no Node: pages are sent without rendered HTML.")),
      section("Enquiries", enquiries.failed ? "bad" : undefined,
        states.length > 0 ? table(["State", "Count"], states) : element("p", {}, "None yet.")),
      section("Program", undefined, facts([["Mode", status.mode], ["Front end", status.build], ["Generation", status.generation]]))));
}

function headline(status) {
  const { replica } = status;
  if (replica?.alarms.some((alarm) => !alarm.accepted)) return ["A person must confirm deletions", true];
  if (status.feeds?.some((feed) => feed.alarm && !feed.alarm.accepted)) return ["A person must confirm removals of a feed", true];
  if (status.feeds?.some((feed) => jumps(feed).length)) return ["A person must confirm prices of a feed", true];
  if (replica && !replica.ready) return ["The first full sync is not complete", true];
  if (replica?.last_error) return ["The CMS does not answer; visitors are served from the store", true];
  if (status.problems?.some((problem) => !problem.recovered)) return ["Something is in the way of the CMS's API", true];
  if (status.cms?.resting) return ["The CMS fails; visitors get stale content", true];
  if (replica?.failed.length) return ["Some content could not be stored", true];
  if (status.feeds?.some((feed) => feed.failures > 2)) return ["A feed cannot be read", true];
  if (status.channels?.some((one) => one.held)) return ["A person must confirm a file for a portal", true];
  if (status.channels?.some((one) => one.error)) return ["A file for a portal could not be made or sent", true];
  if (status.enquiries.failed) return ["Enquiries could not be delivered", true];
  if (status.former_feeds?.length) return ["A person must decide on the properties of a former feed", undefined];
  if (status.proposals?.length) return [`${plural(status.proposals.length, "pair", "pairs")} of properties may be one: a person must decide`, undefined];
  return ["No problems", false];
}

/** The list of all properties and portals. It is long, so it is read only when it is in view. */
const portals = {
  list: undefined, read: "", limit: 100,

  async load(version) {
    if (this.read === version) return;
    this.read = version;
    const response = await fetch("/channels.json").catch(() => undefined);
    const list = response?.ok ? await response.json().catch(() => undefined) : undefined;
    if (this.read !== version) return; // a newer one was requested meanwhile
    if (!list) {
      this.read = "";
      return;
    }
    this.list = list;
    const choice = $("portals").querySelector("select");
    const chosen = choice.value || "out";
    choice.replaceChildren(...[["out", "left out of a portal"], ...this.list.channels.map((name) => [`out ${name}`, `left out of ${name}`]), ["all", "all properties"]]
      .map(([value, text]) => element("option", { value, selected: value === chosen }, text)));
    this.render();
  },

  rows() {
    const form = $("portals").querySelector("form");
    const fold = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    const words = fold(form.elements.property.value);
    const [show, name] = form.elements.show.value.split(" ");
    return this.list.properties.filter((one) => (words ? fold(one.reference).includes(words) || String(one.id) === words
      : show === "all" || (name ? one.out?.[name] : one.out)));
  },

  cell(one, name) {
    const reasons = one.out?.[name];
    if (reasons) {
      return reasons.map((reason) => element("p", { class: "reason" }, reason.text,
        reason.field && element("span", {}, " ", element("span", { class: "field" }, `Field: ${this.list.labels[reason.field] ?? reason.field}`))));
    }
    return one.in?.includes(name) ? [element("span", { class: "good-text" }, "In the file")] : [element("span", { class: "soft" }, "Published since the last file: the next one decides")];
  },

  render() {
    const { site, channels, properties } = this.list;
    const rows = this.rows();
    $("portals").querySelector("output").textContent = `${count(rows.length)} of ${plural(properties.length, "property", "properties")}`;
    const more = rows.length - this.limit;
    $("portals").lastElementChild.replaceChildren(...[rows.length === 0 ? element("p", { class: "soft" }, "No property.") : element("table", {},
      element("thead", {}, element("tr", {}, ...["Property", ...channels].map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, ...rows.slice(0, this.limit).map((one) => element("tr", {},
        element("th", { scope: "row" }, element("a", { href: `${site}/properties/${one.id}/` }, one.reference || String(one.id))),
        ...channels.map((name) => element("td", { "data-label": name }, ...this.cell(one, name))))))),
    more > 0 && actions(element("button", { type: "button", click: () => { this.limit += 100; this.render(); } }, `Show more (${count(more)})`))].filter(Boolean));
  },
};

const inView = new IntersectionObserver(() => show(), { rootMargin: "400px" });

/** Shows the list of portals, and reads it again when a portal was checked. */
function showPortals(channels) {
  $("portals").hidden = channels.length === 0;
  const { top } = $("portals").getBoundingClientRect();
  if (channels.length > 0 && top < innerHeight + 400) portals.load(channels.map((one) => one.checked).join());
}

async function show() {
  let response;
  try {
    response = await fetch("/status.json");
  } catch {
    $("headline").textContent = "The site does not answer";
    $("headline").className = "bad-text";
    return;
  }
  const open = response.ok;
  $("login").hidden = response.status !== 401;
  $("state").hidden = $("more").hidden = $("logout").hidden = !open;
  if (!open) {
    $("portals").hidden = true;
    $("headline").className = "";
    $("headline").textContent = response.status === 401 ? "Enter the token to see more" : (await response.text()).trim();
    return;
  }
  const status = await response.json();
  const [words, bad] = headline(status);
  if ($("headline").textContent !== words) $("headline").textContent = words; // it is announced
  $("headline").className = bad === undefined ? "" : bad ? "bad-text" : "good-text";
  $("site").hidden = !status.site;
  $("site").href = status.site;
  $("site").textContent = status.site.replace(/^https?:\/\//, "");
  const focused = [$("state"), $("more")].some((part) => part.contains(document.activeElement));
  if (!focused && getSelection().isCollapsed) render(status);
  showPortals(status.channels ?? []);
}

const form = $("portals").querySelector("form");
form.addEventListener("input", () => {
  portals.limit = 100;
  if (portals.list) portals.render();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  portals.read = "";
  show();
});
inView.observe($("portals"));
show();
setInterval(show, interval);
