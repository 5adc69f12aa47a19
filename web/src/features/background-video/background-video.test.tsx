import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settle } from "../../test/events.ts";
import { fakeViewport } from "../../test/fake-viewport.ts";
import { withTranslations } from "../../test/translations.tsx";
import { BackgroundVideo } from "./background-video.tsx";

const video = () => document.querySelector("video");
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
const enter = () => act(() => viewport.enter(video() as Element));

test("it plays muted when it enters the viewport", () => {
  setup();
  expect(play).not.toHaveBeenCalled();
  enter();
  expect(play).toHaveBeenCalledOnce();
  expect(video()?.muted).toBe(true);
});

test("the picture stays until the video plays", () => {
  setup();
  expect(video()?.dataset.shown).toBeUndefined();
  fireEvent.playing(video() as Element);
  expect(video()?.dataset.shown).toBe("true");
});

test.each([
  [
    "reduced motion",
    () => vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList),
  ],
  [
    "saving data",
    () =>
      Object.defineProperty(navigator, "connection", {
        value: { saveData: true },
        configurable: true,
      }),
  ],
])("with %s the video loads on a click only", (_, ask) => {
  ask();
  setup();
  expect(video()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Play video" }));
  enter();
  expect(play).toHaveBeenCalledOnce();
});

test("the button stops it", () => {
  setup();
  fireEvent.click(screen.getByRole("button", { name: "Pause video" }));
  expect(pause).toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Play video" })).toBeTruthy();
});

test("blocked autoplay leaves the play button", async () => {
  play.mockRejectedValue(new DOMException("", "NotAllowedError"));
  setup();
  enter();
  await act(settle);
  expect(screen.getByRole("button", { name: "Play video" })).toBeTruthy();
});

test("a video that leaves the viewport before it plays continues when it returns", async () => {
  play.mockRejectedValueOnce(new DOMException("", "AbortError"));
  setup();
  enter();
  await act(settle);
  expect(screen.getByRole("button", { name: "Pause video" })).toBeTruthy();
});

test("a failed video leaves the picture and no button", () => {
  setup();
  fireEvent.error(video() as Element);
  expect(video()).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});
