import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withTranslations } from "../../test/translations.tsx";
import Slider from "./slider.tsx";

const picture = (name: string) => ({
  src: `/m/${name}.jpg`,
  width: 1600,
  height: 900,
  alt: name,
  color: "#445566",
});
const slides = ["bay", "hill", "town"].map((name) => ({ picture: picture(name), title: name }));

const setup = (seconds: number, count = slides.length) =>
  render(
    <Slider section={{ kind: "slider", title: "Sold", slides: slides.slice(0, count), seconds }} />,
    { wrapper: withTranslations("en") },
  );

const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
const at = () => screen.getByText(/ of 3$/).textContent;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("the slides play in a loop", () => {
  setup(6);
  expect(at()).toBe("1 of 3");
  wait(6);
  expect(at()).toBe("2 of 3");
  wait(6);
  expect(at()).toBe("3 of 3");
  wait(6);
  expect(at()).toBe("1 of 3");
});

test("the button stops and starts the playback", () => {
  setup(6);
  press("Pause slideshow");
  wait(30);
  expect(at()).toBe("1 of 3");
  press("Play slideshow");
  wait(6);
  expect(at()).toBe("2 of 3");
});

test("it pauses under the pointer and with the focus inside", () => {
  setup(6);
  const row = screen.getByRole("list");
  for (const [stop, start] of [
    ["pointerEnter", "pointerLeave"],
    ["focus", "blur"],
  ] as const) {
    const before = at();
    fireEvent[stop](row);
    wait(30);
    expect(at()).toBe(before);
    fireEvent[start](row);
    wait(6);
    expect(at()).not.toBe(before);
  }
});

test("a step by the visitor stops the playback", () => {
  setup(6);
  press("Next picture");
  wait(60);
  expect(at()).toBe("2 of 3");
});

test("with reduced motion the playback starts on a click only", () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  setup(6);
  wait(60);
  expect(at()).toBe("1 of 3");
  press("Play slideshow");
  wait(6);
  expect(at()).toBe("2 of 3");
});

test("keys step through the slides and stop at the ends", () => {
  setup(0);
  const row = screen.getByRole("list");
  for (const [key, want] of [
    ["ArrowRight", "2 of 3"],
    ["End", "3 of 3"],
    ["ArrowRight", "3 of 3"],
    ["Home", "1 of 3"],
    ["ArrowLeft", "1 of 3"],
  ]) {
    fireEvent.keyDown(row, { key });
    expect([key, at()]).toEqual([key, want]);
  }
});

test("without playback there is no stop button, and with one picture no button", () => {
  setup(0);
  expect(screen.queryByRole("button", { name: "Pause slideshow" })).toBeNull();
  setup(6, 1);
  expect(screen.getAllByRole("button")).toHaveLength(2);
});
