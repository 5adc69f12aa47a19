import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeViewport } from "../../test/fake-viewport.ts";
import { settle } from "../../test/gestures.ts";
import { testWords } from "../../test/words.tsx";
import { Film } from "./film.tsx";

const film = () => document.querySelector("video");
const play = vi.fn(async () => {});
const pause = vi.fn();
let viewport: ReturnType<typeof fakeViewport>;

beforeEach(() => {
  viewport = fakeViewport();
  HTMLMediaElement.prototype.play = play;
  HTMLMediaElement.prototype.pause = pause;
});
afterEach(() => {
  vi.restoreAllMocks();
  play.mockReset().mockResolvedValue(undefined);
  pause.mockReset();
  Reflect.deleteProperty(navigator, "connection");
});

const draw = () => render(<Film film="/films/coast.mp4" />, { wrapper: testWords("en") });
const enter = () => act(() => viewport.enter(film() as Element));

test("it plays silently by itself once it is in sight", () => {
  draw();
  expect(play).not.toHaveBeenCalled();
  enter();
  expect(play).toHaveBeenCalledOnce();
  expect(film()?.muted).toBe(true);
});

test("the picture stays until the first frame is there", () => {
  draw();
  expect(film()?.dataset.shown).toBeUndefined();
  fireEvent.playing(film() as Element);
  expect(film()?.dataset.shown).toBe("true");
});

test.each([
  [
    "less motion",
    () => vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList),
  ],
  [
    "less data",
    () =>
      Object.defineProperty(navigator, "connection", {
        value: { saveData: true },
        configurable: true,
      }),
  ],
])("who wants %s fetches no film, unless by a press", (_, ask) => {
  ask();
  draw();
  expect(film()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Play the film" }));
  enter();
  expect(play).toHaveBeenCalledOnce();
});

test("it can be stopped", () => {
  draw();
  fireEvent.click(screen.getByRole("button", { name: "Stop the film" }));
  expect(pause).toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Play the film" })).toBeTruthy();
});

test("a browser that lets nothing start by itself leaves the button", async () => {
  play.mockRejectedValue(new DOMException("", "NotAllowedError"));
  draw();
  enter();
  await act(settle);
  expect(screen.getByRole("button", { name: "Play the film" })).toBeTruthy();
});

test("a film that cannot be fetched leaves the picture and no button", () => {
  draw();
  fireEvent.error(film() as Element);
  expect(film()).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});
