import { render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { withTranslations } from "../../test/translations.tsx";
import { Lightbox } from "./lightbox.tsx";
import * as lightbox from "./use-lightbox.ts";

test("a lightbox whose code could not be loaded opens at the next attempt", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(lightbox, "loadLightbox").mockRejectedValueOnce(new Error("offline"));
  const at = (index: number | null) => (
    <Lightbox
      pictures={[
        { src: "/m/pool.jpg", width: 1600, height: 1067, alt: "The pool", color: "#445566" },
      ]}
      index={index}
      ahead={null}
      onShow={() => {}}
      onClose={() => {}}
      label="Pictures"
    />
  );
  const { rerender } = render(at(0), { wrapper: withTranslations("en") });
  await waitFor(() => expect(logged).toHaveBeenCalledOnce());
  expect(screen.queryByRole("dialog")).toBeNull();
  rerender(at(null)); // loadLightbox closes the overlay
  rerender(at(0));
  await screen.findByRole("dialog", { name: "Pictures" });
});
