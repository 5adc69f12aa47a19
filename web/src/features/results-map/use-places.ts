import { useEffect, useMemo, useState } from "react";
import type { Card, MapAnswer } from "../../generated/view.ts";
import type { Position } from "./coast.ts";

/** Where a home stands; card is there when it is on this page. */
export interface Place {
  id: number;
  at: Position;
  exact: boolean;
  card?: Card;
}

/** The places of a search, or of a page of it. */
export interface Places {
  list: readonly Place[];
  /** Homes of the search; those that were looked at and have no place. */
  total: number;
  unplaced: number;
  /** All of the search were asked for and did not come. */
  failed: boolean;
}

/** The homes of the whole search; until these are here, and if they never come, those of the page. */
export function usePlaces(map: string | undefined, cards: Card[]): Places {
  const [answered, setAnswered] = useState<{ map: string; answer?: MapAnswer }>();
  useEffect(() => {
    if (map === undefined) return;
    const leaving = new AbortController();
    fetchPlaces(map, leaving.signal).then(
      (answer) => setAnswered({ map, answer }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        console.warn(error);
        setAnswered({ map });
      },
    );
    return () => leaving.abort();
  }, [map]);
  return useMemo(() => {
    const current = answered?.map === map ? answered : undefined;
    return current?.answer
      ? wholeSearch(current.answer, cards)
      : thisPage(cards, current !== undefined);
  }, [map, cards, answered]);
}

async function fetchPlaces(map: string, signal: AbortSignal): Promise<MapAnswer> {
  const response = await fetch(map, { signal, headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`no map in the answer (status ${response.status})`);
  return response.json();
}

function wholeSearch({ homes, total, unplaced }: MapAnswer, cards: Card[]): Places {
  const known = new Map(cards.map((card) => [card.id, card]));
  const list = homes.map(([id, lat, lng, exact]): Place => {
    const card = known.get(id);
    return { id, at: [lng, lat], exact: exact === 1, ...(card ? { card } : {}) };
  });
  return { list, total, unplaced, failed: false };
}

function thisPage(cards: Card[], failed: boolean): Places {
  const list = cards.flatMap((card): Place[] => {
    const { id, spot } = card;
    return spot ? [{ id, at: [spot.lng, spot.lat], exact: spot.exact ?? false, card }] : [];
  });
  return { list, total: cards.length, unplaced: cards.length - list.length, failed };
}
