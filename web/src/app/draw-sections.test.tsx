import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Section } from "../generated/view.ts";
import { sampleView } from "../test/sample-view.ts";
import { testWords } from "../test/words.tsx";
import { DrawSections } from "./draw-sections.tsx";
import type { SectionLoaders } from "./section-registry.ts";
import { createSections } from "./sections.ts";

const content = [
  { kind: "intro", title: "Intro" },
  { kind: "page", html: "<p>Page</p>" },
] as Section[];

const draw = async (known: Partial<SectionLoaders>, shown = content) => {
  const sections = createSections(known);
  await sections.load(shown.map(({ kind }) => kind));
  const view = sampleView("/sample/", { content: shown });
  render(<DrawSections view={view} sections={sections} />, { wrapper: testWords("en") });
};

const intro = async () => ({ default: () => <p>The intro</p> });
const retry = () => screen.getByRole("button", { name: "Try again" });

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

test("a chunk that is missing shows a retry in its place; the retry draws the section", async () => {
  const page = vi
    .fn<SectionLoaders["page"]>()
    .mockRejectedValueOnce(new TypeError("offline"))
    .mockRejectedValueOnce(new TypeError("still offline"))
    .mockResolvedValue({ default: () => <p>The page</p> });
  await draw({ intro, page });
  expect(screen.getByText("The intro")).toBeTruthy();
  await userEvent.click(retry());
  expect(screen.getByText("This part of the page could not be loaded.")).toBeTruthy();
  await userEvent.click(retry());
  expect(screen.getByText("The page")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a section that breaks while it is drawn leaves the others alive, and can be tried again", async () => {
  let broken = true;
  const Page = () => {
    if (broken) throw new Error("a field is not what it should be");
    return <p>The page</p>;
  };
  await draw({ intro, page: async () => ({ default: Page }) });
  expect(screen.getByText("The intro")).toBeTruthy();
  broken = false;
  await userEvent.click(retry());
  expect(screen.getByText("The page")).toBeTruthy();
});

test("a kind that this version does not know draws nothing", async () => {
  await draw({ intro }, [{ kind: "hologram" } as unknown as Section, ...content.slice(0, 1)]);
  expect(document.body.textContent).toBe("The intro");
});
