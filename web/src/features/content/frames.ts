/** Frames whose address waits for a click. */
const WAITING = "iframe[data-src]";

/**
 * Puts a button before every waiting frame: a foreign site is contacted by the visitor's choice
 * only. label says what the button does. Returns how to take the unused buttons away.
 */
export function connectFrames(box: HTMLElement, label: (host: string) => string): () => void {
  const buttons = [...box.querySelectorAll<HTMLIFrameElement>(WAITING)].map((frame) => {
    const address = frame.dataset.src ?? "";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "load-frame";
    button.textContent = label(hostOf(address));
    button.addEventListener("click", () => {
      load(frame, address);
      button.replaceWith();
      frame.focus();
    });
    frame.before(button);
    return button;
  });
  return () => {
    for (const button of buttons) button.remove();
  };
}

function load(frame: HTMLIFrameElement, address: string): void {
  frame.src = address;
  delete frame.dataset.src;
  frame.hidden = false;
  frame.style.visibility = "";
}

function hostOf(address: string): string {
  return URL.canParse(address, window.location.href)
    ? new URL(address, window.location.href).host.replace(/^www\./, "")
    : address;
}
