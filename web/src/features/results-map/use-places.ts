import { useEffect, useMemo, useState } from "react";
import type { Card, MapResponse } from "../../generated/view.ts";
import type { Position } from "./coast.ts";

/** The position of a property; card is set when the property is on this page. */
export type Place = {
  id: number;
  at: Position;
  exact: boolean;
  card?: Card;
};

/** The places of a search, or of one page of results. */
export type Places = {
  list: readonly Place[];
  /** The number of properties of the search, and of those without a position. */
  total: number;
  unplaced: number;
  /** The fetch of all places failed; list has those of the page. */
  failed: boolean;
};

/** The places of the whole search; those of the page until they have loaded or if they fail. */
export function usePlaces(map: string | undefined, cards: Card[]): Places {
  const [result, setResult] = useState<{ map: string; places?: MapResponse }>();
  useEffect(() => {
    if (map === undefined) return;
    const abort = new AbortController();
    fetchPlaces(map, abort.signal).then(
      (places) => setResult({ map, places }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        console.warn(error);
        setResult({ map });
      },
    );
    return () => abort.abort();
  }, [map]);
  return useMemo(() => {
    const current = result?.map === map ? result : undefined;
    return current?.places
      ? placesOfSearch(current.places, cards)
      : placesOfPage(cards, current !== undefined);
  }, [map, cards, result]);
}

async function fetchPlaces(map: string, signal: AbortSignal): Promise<MapResponse> {
  const response = await fetch(map, { signal, headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`fetch map: status ${response.status}`);
  return response.json();
}

function placesOfSearch({ homes, total, unplaced }: MapResponse, cards: Card[]): Places {
  const known = new Map(cards.map((card) => [card.id, card]));
  const list = homes.map(([id, lat, lng, exact]): Place => {
    const card = known.get(id);
    return { id, at: [lng, lat], exact: exact === 1, ...(card ? { card } : {}) };
  });
  return { list, total, unplaced, failed: false };
}

function placesOfPage(cards: Card[], failed: boolean): Places {
  const list = cards.flatMap((card): Place[] => {
    const { id, spot } = card;
    return spot ? [{ id, at: [spot.lng, spot.lat], exact: spot.exact ?? false, card }] : [];
  });
  return { list, total: cards.length, unplaced: cards.length - list.length, failed };
}
