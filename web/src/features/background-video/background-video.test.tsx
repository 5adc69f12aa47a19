import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settle } from "../../test/events.ts";
import { fakeViewport } from "../../test/fake-viewport.ts";
import { withTranslations } from "../../test/translations.tsx";
import { BackgroundVideo } from "./background-video.tsx";

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

const setup = () =>
  render(<BackgroundVideo film="/films/coast.mp4" />, { wrapper: withTranslations("en") });
const enter = () => act(() => viewport.enter(film() as Element));

test("it plays silently by itself once it is in sight", () => {
  setup();
  expect(play).not.toHaveBeenCalled();
  enter();
  expect(play).toHaveBeenCalledOnce();
  expect(film()?.muted).toBe(true);
});

test("the picture stays until the first frame is there", () => {
  setup();
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
  setup();
  expect(film()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Play the film" }));
  enter();
  expect(play).toHaveBeenCalledOnce();
});

test("it can be stopped", () => {
  setup();
  fireEvent.click(screen.getByRole("button", { name: "Stop the film" }));
  expect(pause).toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Play the film" })).toBeTruthy();
});

test("a browser that lets nothing start by itself leaves the button", async () => {
  play.mockRejectedValue(new DOMException("", "NotAllowedError"));
  setup();
  enter();
  await act(settle);
  expect(screen.getByRole("button", { name: "Play the film" })).toBeTruthy();
});

test("a film that cannot be fetched leaves the picture and no button", () => {
  setup();
  fireEvent.error(film() as Element);
  expect(film()).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});
