import { useEffect, useMemo, useState } from "react";
import type { Card, MapResponse } from "../../generated/view.ts";
import type { MapWindow } from "../../ui/map/map-props.ts";
import { linkWith, mapValue, WHOLE_SEARCH } from "./map-link.ts";

/** What the map shows: its window and zoom level. */
export type Viewport = {
  window: MapWindow;
  zoom: number;
};

/** The space around a window whose places are loaded too, as a share of its size. */
const MARGIN = 0.15;

/** The places of a search in a window of the map. */
export type Places = {
  /** undefined until the first ones have loaded. */
  response: MapResponse | undefined;
  /** The loading failed; response has the properties of the page. */
  failed: boolean;
};

/**
 * The places of a search: of all results until the viewport is known, then of the viewport. The last
 * ones stay while others load. Without an address, and after a failure, those of the page.
 */
export function usePlaces(
  address: string | undefined,
  viewport: Viewport | undefined,
  cards: Card[],
): Places {
  const [loaded, setLoaded] = useState<{ response?: MapResponse; failed: boolean }>();
  const url = address && placesURL(address, viewport);
  useEffect(() => {
    if (url === undefined) return;
    const abort = new AbortController();
    fetchPlaces(url, abort.signal).then(
      (response) => setLoaded({ response, failed: false }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        console.warn(error);
        setLoaded({ failed: true });
      },
    );
    return () => abort.abort();
  }, [url]);
  return useMemo(() => {
    if (url !== undefined && !loaded?.failed) {
      return { response: loaded?.response, failed: false };
    }
    return { response: placesOfPage(cards), failed: true };
  }, [url, loaded, cards]);
}

function placesURL(address: string, viewport: Viewport | undefined): string {
  if (!viewport) return linkWith(address, { map: WHOLE_SEARCH });
  const { south, west, north, east } = viewport.window;
  const [lat, lng] = [(north - south) * MARGIN, (east - west) * MARGIN];
  const wider = { south: south - lat, west: west - lng, north: north + lat, east: east + lng };
  return linkWith(address, { map: mapValue(wider, true), zoom: viewport.zoom.toFixed(1) });
}

async function fetchPlaces(url: string, signal: AbortSignal): Promise<MapResponse> {
  const response = await fetch(url, { signal, headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`fetch map: status ${response.status}`);
  return response.json();
}

function placesOfPage(cards: Card[]): MapResponse {
  const places = cards.flatMap(({ id, spot, price }) =>
    spot ? [{ id, lat: spot.lat, lng: spot.lng, price: price.text }] : [],
  );
  const [lats, lngs] = [places.map(({ lat }) => lat), places.map(({ lng }) => lng)];
  const response: MapResponse = {
    total: cards.length,
    unplaced: cards.length - places.length,
    places,
  };
  if (places.length > 0) {
    response.bounds = {
      south: Math.min(...lats),
      west: Math.min(...lngs),
      north: Math.max(...lats),
      east: Math.max(...lngs),
    };
  }
  return response;
}
