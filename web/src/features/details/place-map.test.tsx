import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { MapPoint } from "../../generated/view.ts";
import { withTranslations } from "../../test/translations.tsx";
import type { LazyMapProps } from "../../ui/map/map.tsx";
import { PlaceMap } from "./place-map.tsx";

/** What the map was shown with; jsdom has no WebGL. */
let shown: LazyMapProps | undefined;
vi.mock("../../ui/map/map.tsx", () => ({
  LazyMap: (props: LazyMapProps) => {
    shown = props;
    return <div role="application">{props.label}</div>;
  },
}));

const POINT: MapPoint = {
  lat: 36.5,
  lng: -4.9,
  exact: true,
  href: "https://www.openstreetmap.org/",
  image: "/_tiles/en/place/36.5,-4.9.svg",
  landmarks: [
    { kind: "Beach", name: "Fontanilla", distance: "450 m" },
    { kind: "Airport", name: "Malaga", distance: "41 km" },
  ],
};

const setup = (changes: Partial<MapPoint> = {}, lang: "en" | "es" = "en") => {
  shown = undefined;
  return render(<PlaceMap point={{ ...POINT, ...changes }} place="Villa in Marbella" />, {
    wrapper: withTranslations(lang),
  }).container;
};

test("the still image stands until the visitor opens the map", async () => {
  const page = setup();
  expect(page.querySelector("img")?.getAttribute("src")).toBe(POINT.image);
  expect(shown).toBeUndefined();
  await userEvent.click(screen.getByRole("button", { name: "Explore the map" }));
  expect(screen.getByRole("application").textContent).toBe("Villa in Marbella");
  expect(shown?.pins).toHaveLength(1);
  expect(shown?.circle).toBeUndefined();
  expect(screen.queryByRole("button", { name: "Explore the map" })).toBeNull();
});

test("an approximate position is a circle without a pin", async () => {
  setup({ exact: false });
  await userEvent.click(screen.getByRole("button", { name: "Explore the map" }));
  expect(shown?.circle).toEqual({ lat: 36.5, lng: -4.9, km: 1 });
  expect(shown?.pins).toBeUndefined();
});

test("distances are a list that is labelled as measured by air", () => {
  setup();
  const list = screen.getByRole("heading", { name: "Distances as the crow flies" }).parentElement;
  const rows = within(list as HTMLElement).getAllByRole("term");
  expect(rows.map((row) => row.textContent)).toEqual(["Beach Fontanilla", "Airport Malaga"]);
  const distances = within(list as HTMLElement).getAllByRole("definition");
  expect(distances.map((row) => row.textContent)).toEqual(["450 m", "41 km"]);
  expect(screen.queryByText("Give or take a kilometre.")).toBeNull();
});

test("distances from an approximate position say so", () => {
  setup({ exact: false }, "es");
  expect(screen.getByRole("heading", { name: "Distancias en línea recta" })).toBeTruthy();
  expect(screen.getByText("Con un kilómetro de margen.")).toBeTruthy();
});

test("without landmarks nothing is said of distances", () => {
  const { landmarks: _, ...point } = POINT;
  render(<PlaceMap point={point} place="Villa" />, { wrapper: withTranslations("en") });
  expect(screen.queryByRole("heading")).toBeNull();
});

test("image and distances need no script", () => {
  const Wrapper = withTranslations("en");
  const html = renderToString(
    <Wrapper>
      <PlaceMap point={POINT} place="Villa in Marbella" />
    </Wrapper>,
  );
  expect(html).toContain("36.5,-4.9.svg");
  expect(html).toContain("450 m");
  expect(html).not.toContain("Explore the map");
});
