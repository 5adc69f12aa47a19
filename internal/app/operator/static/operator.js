// Keeps the page current: the server renders it, this replaces its parts. Without the script the
// page works too and is reloaded by hand.
const $ = (id) => document.getElementById(id);
const interval = 3000;
let newest = 0; // number of the last request for the list

/** Reads the page again: its state alone, or with the list of properties, which is long. */
async function refresh(list, limit) {
  const request = list ? ++newest : 0;
  const query = list && $("filter") ? new URLSearchParams(new FormData($("filter"))) : new URLSearchParams({ list: "no" });
  if (limit) query.set("limit", limit);
  const response = await fetch(`/?${query}`).catch(() => undefined);
  if (!response?.ok) {
    announce("The site does not answer", "bad-text");
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (list && request !== newest) return;
  if (!page.getElementById("state")) {
    location.reload(); // the session has ended
    return;
  }
  const { textContent, className } = page.getElementById("headline");
  announce(textContent, className);
  const parts = [$("state"), $("more")];
  if (!parts.some((part) => part.contains(document.activeElement)) && getSelection().isCollapsed) {
    for (const part of parts) replace(part, page.getElementById(part.id));
  }
  const portals = page.getElementById("portals");
  if (!$("portals") || !portals) return;
  if (list) replace($("properties"), page.getElementById("properties"));
  else if (portals.dataset.checked !== $("portals").dataset.checked) refresh(true);
  $("portals").dataset.checked = portals.dataset.checked;
}

/** Replaces the content of a part. Details that are open stay open. */
function replace(part, next) {
  for (const { dataset } of part.querySelectorAll("details[open]")) {
    next.querySelector(`details[data-key="${CSS.escape(dataset.key)}"]`)?.setAttribute("open", "");
  }
  part.replaceChildren(...next.childNodes);
}

function announce(text, className) {
  if ($("headline").textContent !== text) $("headline").textContent = text;
  $("headline").className = className;
}

/** Does an action of the operator and shows the message of the site. */
async function act(form, button) {
  button.disabled = true;
  let message = "The site does not answer.";
  try {
    const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    message = (await response.text()).trim();
  } finally {
    $("message").textContent = message;
    $("message").hidden = false;
    $("message").scrollIntoView({ block: "nearest" });
    button.blur(); // a part of the page with the focus is not replaced
    await refresh(false);
  }
}

if ($("state")) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches(".action")) act(form, event.submitter);
    else if (form.id === "filter") refresh(true, event.submitter.value);
    else return;
    event.preventDefault();
  });
  $("filter")?.addEventListener("input", () => refresh(true));
  setInterval(() => refresh(false), interval);
}
