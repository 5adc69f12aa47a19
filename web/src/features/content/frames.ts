/** Frames that load on a click. */
const LAZY_FRAME = "iframe[data-src]";

/**
 * Adds a button before every frame that loads on a click, so that a third party is contacted only by
 * the visitor's choice. label is the text of the button. Returns how to remove the unused buttons.
 */
export function connectFrames(box: HTMLElement, label: (host: string) => string): () => void {
  const buttons = [...box.querySelectorAll<HTMLIFrameElement>(LAZY_FRAME)].map((frame) => {
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
