import { render, screen, waitFor } from "@testing-library/react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { withTranslations } from "../../test/translations.tsx";
import * as toast from "../toast/toast.ts";
import { Lightbox } from "./lightbox.tsx";
import LightboxDialog from "./lightbox-dialog.tsx";
import * as lightbox from "./use-lightbox.ts";

const pool = { src: "/m/pool.jpg", width: 1600, height: 1067, alt: "The pool", color: "#445566" };

afterEach(() => vi.unstubAllGlobals());

const lightboxAt = (index: number | null) => (
  <Lightbox pictures={[pool]} index={index} onShow={() => {}} onClose={() => {}} label="Pictures" />
);

/** Lets loads of the code fail, and records what is logged. */
function failLoads(count: number) {
  const load = vi.spyOn(lightbox, "loadLightbox");
  for (let n = 0; n < count; n++) load.mockRejectedValueOnce(new Error("offline"));
  return vi.spyOn(console, "error").mockImplementation(() => {});
}

test("a lightbox whose code could not be loaded opens at the next attempt", async () => {
  const logged = failLoads(1);
  const { rerender } = render(lightboxAt(0), { wrapper: withTranslations("en") });
  await waitFor(() => expect(logged).toHaveBeenCalledOnce());
  expect(screen.queryByRole("dialog")).toBeNull();
  rerender(lightboxAt(null)); // loadLightbox closes the overlay
  rerender(lightboxAt(0));
  await screen.findByRole("dialog", { name: "Pictures" });
});

test("a press that opens nothing is answered", async () => {
  failLoads(1);
  const answered = vi.spyOn(toast, "showToast").mockReset();
  render(lightboxAt(0), { wrapper: withTranslations("en") });
  await waitFor(() =>
    expect(answered).toHaveBeenCalledWith("The pictures could not be opened. Please try again."),
  );
});

test("a step of a key counts although it was pressed before the effects of the open gallery", async () => {
  const onShow = vi.fn();
  const three = [1, 2, 3].map((n) => ({ ...pool, src: `/m/${n}.jpg` }));
  const container = document.body.appendChild(document.createElement("div"));
  // Outside act, React works in tasks of its own, as in the browser.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const root = createRoot(container);
  const Translations = withTranslations("en");
  // Its callback follows the commit; the effects are a later task.
  const observer = new MutationObserver(() => {
    const row = document.querySelector("dialog ul");
    if (!row) return;
    observer.disconnect();
    row.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  root.render(
    <Translations>
      <LightboxDialog
        pictures={three}
        index={0}
        onShow={onShow}
        onClose={() => {}}
        label="Pictures"
      />
    </Translations>,
  );
  await vi.waitFor(() => expect(onShow).toHaveBeenCalledWith(1));
  root.unmount();
  container.remove();
});
