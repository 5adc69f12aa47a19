import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { LazyMap } from "./map.tsx";

const map = (
  <LazyMap
    label="Map"
    initial={{ south: 36.4, west: -5.1, north: 36.6, east: -4.8 }}
    loading={<p>Loading</p>}
    fallback={<p>A list in place of the map</p>}
    failed={() => <p>The map failed</p>}
  />
);

test("without WebGL the map shows its fallback", () => {
  HTMLCanvasElement.prototype.getContext = () => null;
  render(map);
  expect(screen.getByText("A list in place of the map")).toBeTruthy();
});

test("the server renders what is shown while the map loads", () => {
  expect(renderToString(map)).toContain("Loading");
});
