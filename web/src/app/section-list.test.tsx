import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Section } from "../generated/view.ts";
import { sampleView } from "../test/sample-view.ts";
import { withTranslations } from "../test/translations.tsx";
import { SectionList } from "./section-list.tsx";
import type { SectionLoaders } from "./section-registry.ts";
import { createSectionRegistry } from "./sections.ts";

const content = [
  { kind: "intro", title: "Intro" },
  { kind: "page", html: "<p>Page</p>" },
] as Section[];

const renderSections = async (known: Partial<SectionLoaders>, sections = content) => {
  const registry = createSectionRegistry(known, (kind) => known[kind]?.() as never);
  await registry.load(sections.map(({ kind }) => kind));
  const view = sampleView("/sample/", { content: sections });
  render(<SectionList view={view} sections={registry} />, { wrapper: withTranslations("en") });
};

const intro = async () => ({ default: () => <p>The intro</p> });
const retry = () => screen.getByRole("button", { name: "Try again" });

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

test("a missing chunk shows a retry button, which renders the section", async () => {
  const page = vi
    .fn<SectionLoaders["page"]>()
    .mockRejectedValueOnce(new TypeError("offline"))
    .mockRejectedValueOnce(new TypeError("still offline"))
    .mockResolvedValue({ default: () => <p>The page</p> });
  await renderSections({ intro, page });
  expect(screen.getByText("The intro")).toBeTruthy();
  await userEvent.click(retry());
  expect(screen.getByText("This part of the page could not be loaded.")).toBeTruthy();
  await userEvent.click(retry());
  expect(screen.getByText("The page")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a section that throws does not affect the others, and can be retried", async () => {
  let broken = true;
  const Page = () => {
    if (broken) throw new Error("a field is not what it should be");
    return <p>The page</p>;
  };
  await renderSections({ intro, page: async () => ({ default: Page }) });
  expect(screen.getByText("The intro")).toBeTruthy();
  broken = false;
  await userEvent.click(retry());
  expect(screen.getByText("The page")).toBeTruthy();
});

test("an unknown kind renders nothing", async () => {
  await renderSections({ intro }, [
    { kind: "hologram" } as unknown as Section,
    ...content.slice(0, 1),
  ]);
  expect(document.body.textContent).toBe("The intro");
});
