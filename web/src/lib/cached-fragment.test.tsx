import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { cachedFragment } from "./cached-fragment.tsx";

test("a fragment with equal props is not rendered again", () => {
  const component = vi.fn(({ item }: { item: { text: string } }) => <p>{item.text}</p>);
  const Fragment = cachedFragment(component);
  const { rerender, container } = render(<Fragment item={{ text: "Villas" }} />);
  rerender(<Fragment item={{ text: "Villas" }} />);
  expect(component).toHaveBeenCalledTimes(1);
  rerender(<Fragment item={{ text: "Plots" }} />);
  expect(container.textContent).toBe("Plots");
});

test("an uncached one is rendered each time", () => {
  const component = vi.fn(({ first }: { first: boolean }) => <p>{String(first)}</p>);
  const Fragment = cachedFragment(component, { uncached: ({ first }) => first });
  const { rerender } = render(<Fragment first />);
  rerender(<Fragment first />);
  expect(component).toHaveBeenCalledTimes(2);
});

test("one with functions as props is rendered with its parent", () => {
  const component = vi.fn(({ text }: { text: string; act: () => void }) => <p>{text}</p>);
  const Fragment = cachedFragment(component, { functions: true });
  const { rerender } = render(<Fragment text="Villas" act={() => {}} />);
  rerender(<Fragment text="Villas" act={() => {}} />);
  expect(component).toHaveBeenCalledTimes(2);
});
