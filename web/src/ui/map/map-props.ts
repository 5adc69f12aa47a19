import type { Map as MapLibre } from "maplibre-gl";
import type { ReactNode, Ref } from "react";

/** A rectangle of the map, in degrees. */
export type MapWindow = {
  south: number;
  west: number;
  north: number;
  east: number;
};

/** A position with its content, which is centred on it. */
export type MapPin = {
  key: string;
  lat: number;
  lng: number;
  content: ReactNode;
  /** The distance from the position in px. */
  offset?: { x: number; y: number } | undefined;
  /** Lies above other pins. */
  raised?: boolean | undefined;
};

/** An area around a position: the radius is in km. */
export type MapCircle = {
  lat: number;
  lng: number;
  km: number;
};

/** The space of a window to the edges of the map in px. */
export type MapPadding = { top: number; right: number; bottom: number; left: number };

/** A movement of the map that has ended. */
export type MapMove = {
  window: MapWindow;
  zoom: number;
  /** The visitor moved the map, also by a call of MapHandle that says so. */
  byVisitor: boolean;
};

/** What the parent of a map can do with it. */
export type MapHandle = {
  /** Shows a window; maxZoom bounds the zoom level (default 16). */
  fit(window: MapWindow, options?: { maxZoom?: number; byVisitor?: boolean }): void;
  /** The map library's own object, for drawing. */
  map: MapLibre;
};

export type MapProps = {
  /** The name for screen readers. */
  label: string;
  /** The address of a MapLibre style; without one the background is plain. */
  mapStyle?: string | undefined;
  /** The first visible window. */
  initial: MapWindow;
  /** The space around the first window, and around those of MapHandle.fit; default 48 px. */
  padding?: MapPadding | undefined;
  /** The first window fills the map, without padding. */
  exact?: boolean;
  /** The largest zoom level of the first window; default 16. */
  maxZoom?: number;
  pins?: readonly MapPin[];
  /** The name of the list of pins for screen readers. */
  pinsLabel?: string;
  /** The pins let the pointer through, and the Tab key passes them. */
  pinsInert?: boolean;
  circle?: MapCircle | undefined;
  /** Rings of an area: [longitude, latitude]. */
  area?: readonly (readonly [number, number][])[] | undefined;
  /** Ctrl and two fingers zoom, so that the page scrolls over the map. */
  cooperative?: boolean;
  className?: string | undefined;
  /** Runs when the map is ready, and with null when it is removed. */
  handle?: Ref<MapHandle | null>;
  onMove?: (move: MapMove) => void;
  /** A click beside all pins. */
  onClick?: (at: { lat: number; lng: number }) => void;
};
