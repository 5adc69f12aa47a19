import type { ComponentProps, MouseEvent } from "react";
import { createStore, useStore } from "../../../src/lib/store.ts";
import { isOutdated } from "./session.ts";

/** The path with its query, as "/studio/properties/?q=villa". */
const address = createStore(location.pathname + location.search);

window.addEventListener("popstate", () => address.set(location.pathname + location.search));

/** Opens another address of the studio. With replace it takes the place of the present one in the history. */
export function navigate(to: string, { replace = false } = {}): void {
  if (isOutdated()) {
    location.assign(to);
    return;
  }
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  const before = address.get().split("?")[0];
  address.set(to);
  if (before !== to.split("?")[0]) window.scrollTo(0, 0);
}

export const useAddress = (): string => useStore(address, "");
export const usePathname = (): string => useAddress().split("?")[0] ?? "";

/** The query of the address. */
export const useQueryKeys = (): URLSearchParams =>
  new URLSearchParams(useAddress().split("?")[1] ?? "");

/** Changes keys of the query in place; empty values are left out. */
export function setQueryKeys(changes: Record<string, string>): void {
  const [path = "", query = ""] = address.get().split("?");
  const keys = new URLSearchParams(query);
  for (const [key, value] of Object.entries(changes)) {
    if (value) keys.set(key, value);
    else keys.delete(key);
  }
  const text = keys.toString();
  navigate(text ? `${path}?${text}` : path, { replace: true });
}

export type LinkProps = Omit<ComponentProps<"a">, "href"> & { to: string };

/** Link is a link within the studio. A click with a modifier key is the browser's. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!plain || event.defaultPrevented) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...rest} href={to} onClick={click} />;
}
