import type { ComponentType } from "react";
import type { Screen } from "../generated/view.ts";
import type { ScreenProps } from "../lib/view-props.ts";
import { ArchiveScreen } from "../screens/archive/archive-screen.tsx";
import { DevelopmentScreen } from "../screens/development/development-screen.tsx";
import { DevelopmentsScreen } from "../screens/developments/developments-screen.tsx";
import { ErrorScreen } from "../screens/error/error-screen.tsx";
import { FavoritesScreen } from "../screens/favorites/favorites-screen.tsx";
import { HomeScreen } from "../screens/home/home-screen.tsx";
import { PageScreen } from "../screens/page/page-screen.tsx";
import { PostScreen } from "../screens/post/post-screen.tsx";
import { PropertiesScreen } from "../screens/properties/properties-screen.tsx";
import { PropertyScreen } from "../screens/property/property-screen.tsx";

/** The component of every screen; the compiler reports a missing one. */
export const screens = {
  home: HomeScreen,
  page: PageScreen,
  properties: PropertiesScreen,
  developments: DevelopmentsScreen,
  property: PropertyScreen,
  development: DevelopmentScreen,
  archive: ArchiveScreen,
  post: PostScreen,
  favorites: FavoritesScreen,
  error: ErrorScreen,
  test: PageScreen,
} satisfies Record<Screen, ComponentType<ScreenProps>>;
