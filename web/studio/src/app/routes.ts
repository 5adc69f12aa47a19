import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { Role } from "../generated/api.ts";
import type { StudioIconName } from "../parts/studio-icon.tsx";
import { type Words, words } from "../words/words.ts";
import type { ScreenProps } from "./screen-props.ts";

export type Route = {
  /** A path with "*" for one segment. */
  path: string;
  name: Words<string>;
  /** Entries of the rail have an icon. */
  icon?: StudioIconName;
  /** On a phone the entry stands in the bottom bar; the others are below "More". */
  bottom?: boolean;
  /** The roles that may open the screen; all without it. */
  roles?: Role[];
  screen: LazyExoticComponent<ComponentType<ScreenProps>>;
};

/** The screens, in the order of the rail. */
export const routes: Route[] = [
  {
    path: "/studio/",
    name: words("Today", "Hoy"),
    icon: "calendar",
    bottom: true,
    screen: lazy(() => import("../today/today-screen.tsx")),
  },
  {
    path: "/studio/properties/",
    name: words("Properties", "Propiedades"),
    icon: "built",
    bottom: true,
    screen: lazy(() => import("../properties/properties-screen.tsx")),
  },
  {
    path: "/studio/properties/*/",
    name: words("Property", "Propiedad"),
    screen: lazy(() => import("../property/property-screen.tsx")),
  },
  {
    path: "/studio/enquiries/",
    name: words("Enquiries", "Consultas"),
    icon: "mail",
    bottom: true,
    screen: lazy(() => import("../enquiries/enquiries-screen.tsx")),
  },
  {
    path: "/studio/enquiries/*/",
    name: words("Enquiry", "Consulta"),
    screen: lazy(() => import("../enquiries/enquiry-screen.tsx")),
  },
  {
    path: "/studio/saved-searches/",
    name: words("Saved searches", "Búsquedas guardadas"),
    icon: "heart",
    roles: ["owner", "editor"],
    screen: lazy(() => import("../saved-searches/saved-searches-screen.tsx")),
  },
  {
    path: "/studio/agency/",
    name: words("Agency", "Agencia"),
    icon: "sliders",
    roles: ["owner", "editor"],
    screen: lazy(() => import("../agency/agency-screen.tsx")),
  },
  {
    path: "/studio/log/",
    name: words("Log", "Registro"),
    icon: "clock",
    screen: lazy(() => import("../log/log-screen.tsx")),
  },
  {
    path: "/studio/users/",
    name: words("Users", "Usuarios"),
    icon: "users",
    roles: ["owner"],
    screen: lazy(() => import("../users/users-screen.tsx")),
  },
  {
    path: "/studio/account/",
    name: words("Your account", "Su cuenta"),
    icon: "key",
    screen: lazy(() => import("../account/account-screen.tsx")),
  },
];

/** The route of a path with its parameter. */
export function findRoute(path: string): { route: Route; parameter: string } | null {
  for (const route of routes) {
    const [head = "", tail] = route.path.split("*");
    if (tail === undefined) {
      if (path === head) return { route, parameter: "" };
    } else if (path.startsWith(head) && path.endsWith(tail)) {
      const parameter = path.slice(head.length, path.length - tail.length);
      if (parameter && !parameter.includes("/")) {
        return { route, parameter: decodeURIComponent(parameter) };
      }
    }
  }
  return null;
}

export const mayOpen = (route: Route, role: Role): boolean => route.roles?.includes(role) ?? true;
