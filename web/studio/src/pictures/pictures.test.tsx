import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Image } from "../generated/image.ts";
import { fakeAPI, renderScreen, signIn } from "../test/fake-api.tsx";
import { DocumentField } from "./document-field.tsx";
import { inserted, moved } from "./order.ts";
import { Pictures } from "./pictures.tsx";

const image = (name: string): Image => ({
  source_url: `/media/${name}.jpg`,
  width: 1600,
  height: 1067,
});
const names = (list: readonly Image[]) =>
  list.map(({ source_url }) => source_url.slice(7, -4)).join(" ");

test("pictures of one drop keep its order, whichever arrives first", () => {
  const batch = ["a", "b", "c", "d"].map((name) => `/media/${name}.jpg`);
  let list = [image("old")];
  for (const at of [2, 0, 3, 1]) {
    const name = ["a", "b", "c", "d"][at] ?? "";
    list = inserted(list, image(name), batch.slice(0, at), batch.slice(at + 1));
  }
  expect(names(list)).toBe("old a b c d");
  expect(names(inserted(list, image("b"), [], []))).toBe("old a b c d");
  expect(names(moved(list, "/media/d.jpg", 0))).toBe("d old a b c");
  expect(names(moved(list, "/media/old.jpg", 99))).toBe("a b c d old");
});

const given = { list: [] as readonly Image[] };

function Form({ start }: { start: Image[] }) {
  const [list, setList] = useState<readonly Image[]>(start);
  given.list = list;
  return (
    <Pictures
      entity={{ type: "properties", id: 1 }}
      value={list}
      change={setList}
      titles={{ en: "Villa Alba", es: "Villa Alba" }}
    />
  );
}

/** A server of uploads: the second one fails at its first chunk until it is repaired. */
function uploads() {
  const state = { broken: true, chunks: [] as string[], sent: 0 };
  let files = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/studio/api/", "");
    if (path.endsWith("/thumbnails")) return Response.json({ pictures: {} });
    if (init.method === "POST" && path === "uploads") {
      files += 1;
      const header = new Headers(init.headers).get("Upload-Metadata") ?? "";
      const name = atob(header.replace("filename ", "")).replace(".jpg", "");
      return new Response(null, { status: 201, headers: { Location: `${url}/${name}` } });
    }
    if (init.method === "PATCH") {
      if (path.endsWith("/b") && state.broken)
        return Response.json(
          { type: "invalid", status: 422, title: "It is damaged." },
          { status: 422 },
        );
      const body = init.body as Blob;
      state.chunks.push(path);
      return new Response(null, { status: 204, headers: { "Upload-Offset": String(body.size) } });
    }
    const name = path.split("/")[1] ?? "";
    return Response.json({
      id: files,
      kind: "picture",
      name,
      url: `/media/${name}.jpg`,
      image: image(name),
      picture: "/s.jpg",
    });
  });
  return state;
}

beforeEach(() => {
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

test("a file that fails is retried alone, and takes its place among the others", async () => {
  const server = uploads();
  renderScreen(<Form start={[]} />);
  const files = ["a", "b", "c"].map(
    (name) => new File(["x"], `${name}.jpg`, { type: "image/jpeg" }),
  );
  fireEvent.change(screen.getByLabelText("Choose pictures"), { target: { files } });
  await waitFor(() => expect(names(given.list)).toBe("a c"));
  const line = (await screen.findByText(/It is damaged/)).closest("li");
  server.broken = false;
  server.chunks = [];
  fireEvent.click(within(line as HTMLElement).getByRole("button", { name: /Try again/ }));
  await waitFor(() => expect(names(given.list)).toBe("a b c"));
  expect(server.chunks).toEqual(["uploads/b"]);
});

test("keys move a picture and say what it shows; a removed one comes back to its place", async () => {
  fakeAPI({ "POST entities/properties/1/thumbnails": { pictures: {} } });
  renderScreen(<Form start={["a", "b", "c"].map(image)} />);
  const tile = (at: number) => screen.getByRole("button", { name: new RegExp(`Picture ${at} of`) });
  fireEvent.keyDown(tile(1), { key: "ArrowRight", altKey: true });
  expect(names(given.list)).toBe("b a c");
  fireEvent.keyDown(tile(2), { key: "3" });
  expect(given.list[1]?.label).toBe("kitchen");
  fireEvent.keyDown(tile(2), { key: "Delete" });
  expect(names(given.list)).toBe("b c");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(names(given.list)).toBe("b a c");
});

test("a logo is uploaded, or chosen from the library", async () => {
  uploads();
  const change = vi.fn();
  renderScreen(<DocumentField label="Light" kind="picture" value="" onChange={change} />);
  const file = new File(["<svg/>"], "logo.jpg", { type: "image/svg+xml" });
  fireEvent.change(screen.getByLabelText("Upload: Light"), { target: { files: [file] } });
  await waitFor(() => expect(change).toHaveBeenCalledWith("/media/logo.jpg"));
});

test("a picture has a position, texts from its label and the title, and a focal point by keys", async () => {
  fakeAPI({ "POST entities/properties/1/thumbnails": { pictures: { "/media/a.jpg": "/s.jpg" } } });
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => {};
  renderScreen(<Form start={[{ ...image("a"), label: "kitchen" }, image("b")]} />);
  fireEvent.click(screen.getByRole("button", { name: /Picture 1 of 2/ }));
  fireEvent.click(
    screen.getByRole("button", { name: "Suggest: Cocina de Villa Alba", hidden: true }),
  );
  expect(given.list[0]?.alt).toEqual({ es: "Cocina de Villa Alba" });
  const point = await screen.findByRole("button", {
    name: "Focal point: 50 %, 50 %",
    hidden: true,
  });
  fireEvent.keyDown(point, { key: "ArrowUp" });
  expect(given.list[0]?.focus).toEqual([50, 48]);
  fireEvent.keyDown(point, { key: "ArrowDown" });
  expect(given.list[0]?.focus).toBeUndefined();
  fireEvent.change(screen.getByLabelText("Position"), { target: { value: "1" } });
  expect(names(given.list)).toBe("b a");
});
