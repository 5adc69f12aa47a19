import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Video as VideoData } from "../../generated/view.ts";
import { click } from "../../test/events.ts";
import { withTranslations } from "../../test/translations.tsx";
import { Video } from "./video.tsx";

const setup = (changes: Partial<VideoData> = {}) => {
  const video = { embed: "https://player.vimeo.com/video/7?dnt=1", host: "player.vimeo.com" };
  const { container } = render(<Video video={{ ...video, ...changes }} title="A morning" />, {
    wrapper: withTranslations("en"),
  });
  return container;
};

const poster = () => screen.getByRole("link", { name: /Play: A morning/ });

test("the poster names the third party; a click plays the video", async () => {
  const page = setup();
  expect(page.querySelector("iframe")).toBeNull();
  expect(poster().textContent).toContain("player.vimeo.com");
  await userEvent.click(poster());
  expect(page.querySelector("iframe")?.getAttribute("src")).toBe(
    "https://player.vimeo.com/video/7?dnt=1&autoplay=1",
  );
});

test("a video of this site is played by the browser", async () => {
  const page = setup({ embed: "/films/coast.mp4", host: "", own: true });
  expect(page.querySelector("video")).toBeNull();
  await userEvent.click(poster());
  expect(page.querySelector("video")?.getAttribute("src")).toBe("/films/coast.mp4");
  expect(page.querySelector("video")?.controls).toBe(true);
});

test("a video whose host is not allowed here opens in a new tab", () => {
  const page = setup({ embed: "https://films.example.test/7", away: true });
  expect(poster().getAttribute("target")).toBe("_blank");
  expect(click(poster())).toBe(false);
  expect(page.querySelector("iframe, video")).toBeNull();
});

test("a virtual tour is called so and loads in a frame", async () => {
  const page = setup({
    embed: "https://my.matterport.com/show/?m=a1",
    host: "my.matterport.com",
    tour: true,
  });
  await userEvent.click(screen.getByRole("link", { name: /Open the virtual tour: A morning/ }));
  expect(page.querySelector("iframe")?.getAttribute("src")).toBe(
    "https://my.matterport.com/show/?m=a1",
  );
});
