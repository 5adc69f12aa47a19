import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Price } from "./price.tsx";

test("a range of prices breaks after its dash, and nowhere else", () => {
  const { container } = render(
    <Price price={{ text: "4.600.000 € – 5.650.000 €", mode: "" }} before="Before" />,
  );
  expect(container.textContent).toBe("4.600.000 € – 5.650.000 €");
  const amounts = [...container.querySelectorAll("span")].map((one) => one.textContent);
  expect(amounts).toEqual(["4.600.000 € –", "5.650.000 €"]);
});
