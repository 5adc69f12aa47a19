// Shows /status.json. Data of the site is inserted as text, never as markup.
const $ = (id) => document.getElementById(id);
const interval = 3000;
let message = "";

function element(name, attributes, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") created.addEventListener(key, value);
    else if (value !== undefined && value !== false) created.setAttribute(key, value === true ? "" : value);
  }
  created.append(...children.filter((child) => child !== undefined && child !== null && child !== ""));
  return created;
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
    message = (await response.text()).trim();
    await show();
  } }, text);
}

function alarms(replica) {
  return replica.alarms.map((alarm) => section(`Content has disappeared: ${alarm.list}`, "bad",
    element("p", {}, `The CMS no longer has ${alarm.missing} of ${alarm.had}. Nothing is deleted here yet. `
      + "Check the CMS: a plugin may be switched off. If the deletion is intended, confirm it."),
    facts([["Since", ago(alarm.since)]]),
    alarm.accepted ? element("p", {}, "Confirmed; the next reconciliation deletes it.")
      : action(`Delete these ${alarm.missing} here too`, "accept", alarm.list)));
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
    element("p", {}, action("Reconcile now", "compare", "")));
}

function failed(replica) {
  if (replica.failed.length === 0) return undefined;
  return section(`Failed entities: ${replica.failed.length}`, "bad",
    element("p", {}, "Each is retried automatically with backoff. ", action("Retry all now", "compare", "")),
    table(["Type", "Id", "Reason", "Since"], replica.failed.slice(0, 200).map((one) =>
      [one.type, one.id || "the list", one.reason, ago(one.since)])));
}

function feeds(list) {
  return list.map((feed) => section(`Feed: ${feed.name}`, feed.alarm || feed.error ? "bad" : undefined,
    facts([
      ["Kind", feed.kind], ["From", feed.host], ["Properties", feed.properties], ["Last success", ago(feed.success)],
      ["Last change", `${feed.report.added} added, ${feed.report.changed} changed, ${feed.report.removed} removed`],
      ["Could not be read", feed.report.skipped], ["Last error", feed.error && element("span", { class: "bad-text" }, feed.error)],
    ]),
    feed.alarm && element("p", {}, `${feed.alarm.missing} of ${feed.alarm.had} properties are missing in the feed. Nothing is removed yet. `,
      feed.alarm.accepted ? "Confirmed; the next run removes them." : action(`Remove these ${feed.alarm.missing}`, "feed-accept", feed.name)),
    table(["Line", "Key", "Field", "Reason"], (feed.report.problems ?? []).slice(0, 50).map((one) =>
      [one.line, one.key, one.field, one.reason])),
    element("p", {}, action("Read now", "feed-run", feed.name))));
}

function obstacles(problems) {
  return problems.map((problem) => section("The API of the CMS", problem.recovered ? undefined : "bad", facts([
    ["Problem", problem.problem], ["Address", problem.address], ["What to do", problem.remedy],
    ["Since", `${ago(problem.since)}, ${problem.count} times`], ["Effect", problem.recovered ? "none: the site works around it" : ""],
  ])));
}

function channel(one) {
  const left = one.left_out ?? [];
  return section(`Channel ${one.name}`, one.held || one.error ? "bad" : undefined,
    one.held && element("p", {}, one.held, " ", action("Publish it anyway", "accept-channel", one.name)),
    facts([
      ["Properties sent", one.sent], ["Address for the portal", one.address], ["File written", ago(one.written)], ["Checked", ago(one.checked)],
      ["Uploaded", zero(one.uploaded) ? "" : ago(one.uploaded)], ["Left out", left.length], ["Last error", one.error && element("span", { class: "bad-text" }, one.error)],
    ]),
    left.length > 0 && element("details", {}, element("summary", {}, "Why is it not there?"),
      table(["Property", "Reason", "Field"], left.slice(0, 500).flatMap((home) =>
        home.reasons.map((reason) => [home.reference || String(home.id), reason.text, reason.field ?? ""])))));
}

function render(status) {
  const { replica, cms, rendering, enquiries, problems = [], feeds: sources = [] } = status;
  const parts = [];
  if (message) parts.push(element("p", { role: "status" }, message));
  parts.push(...obstacles(problems));
  if (replica) parts.push(...alarms(replica), copy(replica), failed(replica));
  parts.push(...feeds(sources));
  if (cms) parts.push(section("Requests to the CMS", cms.resting ? "bad" : undefined, facts([
    ["State", cms.resting ? "circuit breaker open after repeated failures" : "circuit breaker closed"],
    ["Sent", cms.sent], ["Failed", cms.failed], ["Retries", cms.retried], ["Rejected: queue full", cms.refused],
  ])));
  const lost = rendering && rendering.up < rendering.workers;
  parts.push(section("Rendering of pages", !rendering || lost ? "bad" : undefined, rendering ? facts([
    ["Workers", `${rendering.up} of ${rendering.workers} up`], ["Queue", rendering.queue], ["Restarts", rendering.restarts],
    ["Last error", rendering.lastError],
  ]) : element("p", {}, "There is no Node: pages are sent without rendered HTML.")));
  const states = Object.entries(enquiries).filter(([, count]) => count > 0);
  for (const one of status.channels ?? []) parts.push(channel(one));
  parts.push(section("Enquiries", enquiries.failed ? "bad" : undefined,
    states.length > 0 ? table(["State", "Count"], states) : element("p", {}, "None yet.")));
  parts.push(section("Program", undefined, facts([["Mode", status.mode], ["Front end", status.build], ["Generation", status.generation]])));
  $("state").replaceChildren(...parts.filter(Boolean));
}

function headline(status) {
  const { replica } = status;
  if (replica?.alarms.some((alarm) => !alarm.accepted)) return ["A person must confirm deletions", true];
  if (status.feeds?.some((feed) => feed.alarm && !feed.alarm.accepted)) return ["A person must confirm removals of a feed", true];
  if (replica && !replica.ready) return ["The first full sync is not complete", true];
  if (replica?.last_error) return ["The CMS does not answer; visitors are served from the store", true];
  if (status.problems?.some((problem) => !problem.recovered)) return ["Something is in the way of the CMS's API", true];
  if (status.cms?.resting) return ["The CMS fails; visitors get stale content", true];
  if (replica?.failed.length) return ["Some content could not be stored", true];
  if (status.feeds?.some((feed) => feed.failures > 2)) return ["A feed cannot be read", true];
  if (status.channels?.some((one) => one.held)) return ["A person must confirm a file for a portal", true];
  if (status.channels?.some((one) => one.error)) return ["A file for a portal could not be made or sent", true];
  if (status.enquiries.failed) return ["Enquiries could not be delivered", true];
  return ["No problems", false];
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
    $("headline").textContent = response.status === 401 ? "Enter the token to see more" : (await response.text()).trim();
    return;
  }
  const status = await response.json();
  const [words, bad] = headline(status);
  $("headline").textContent = words;
  $("headline").className = bad ? "bad-text" : "good-text";
  if (!$("state").contains(document.activeElement)) render(status);
}

show();
setInterval(show, interval);
