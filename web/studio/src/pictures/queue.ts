import { useCallback, useEffect, useRef, useState } from "react";
import { ApiProblem } from "../api/call.ts";
import { sentenceOf } from "../api/failure.ts";
import type { MediaFile } from "../generated/api.ts";
import { scaled } from "./scale.ts";
import { sendFile } from "./send.ts";

/** A file on its way. */
export type Item = {
  key: string;
  /** Of the drop; the files of one drop keep their order whichever arrives first. */
  batch: number;
  name: string;
  file: File;
  isFullSize: boolean;
  state: "waiting" | "sending" | "failed" | "done";
  /** Between 0 and 1. */
  progress: number;
  problem: string;
  media: MediaFile | null;
};

const AT_ONCE = 3;

let last = 0;
let batches = 0;

export type Queue = {
  items: readonly Item[];
  add: (files: readonly File[], isFullSize: boolean) => void;
  retry: (key?: string) => void;
  drop: (key: string) => void;
};

/**
 * useQueue sends files, three at a time; each one fails and is retried alone. arrived gets a file of the library and the
 * items of its drop.
 */
export function useQueue(arrived: (item: Item, batch: readonly Item[]) => void): Queue {
  const [items, show] = useState<readonly Item[]>([]);
  const list = useRef<Item[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const tell = useRef(arrived);
  tell.current = arrived;

  const change = useCallback((key: string, part: Partial<Item>) => {
    list.current = list.current.map((item) => (item.key === key ? { ...item, ...part } : item));
    show(list.current);
  }, []);

  const next = useCallback(() => {
    const sending = list.current.filter(({ state }) => state === "sending").length;
    for (const item of list.current
      .filter(({ state }) => state === "waiting")
      .slice(0, AT_ONCE - sending)) {
      change(item.key, { state: "sending", progress: 0, problem: "" });
      const stop = new AbortController();
      stops.current.set(item.key, stop);
      void (async () => {
        try {
          const body = item.isFullSize ? item.file : await scaled(item.file);
          const media = await sendFile(
            item.name,
            body,
            (sent) => change(item.key, { progress: sent / body.size }),
            stop.signal,
          );
          change(item.key, { state: "done", progress: 1, media });
          const batch = list.current.filter((one) => one.batch === item.batch);
          tell.current({ ...item, media }, batch);
          if (batch.every(({ state }) => state === "done")) {
            list.current = list.current.filter((one) => one.batch !== item.batch);
            show(list.current);
          }
        } catch (error) {
          if (!stop.signal.aborted) change(item.key, { state: "failed", problem: textOf(error) });
        } finally {
          stops.current.delete(item.key);
          next();
        }
      })();
    }
  }, [change]);

  const add = useCallback(
    (files: readonly File[], isFullSize: boolean) => {
      batches += 1;
      const batch = batches;
      list.current = [
        ...list.current,
        ...files.map((file): Item => {
          last += 1;
          const part = { state: "waiting" as const, progress: 0, problem: "", media: null };
          return { key: `file-${last}`, batch, name: file.name, file, isFullSize, ...part };
        }),
      ];
      show(list.current);
      next();
    },
    [next],
  );

  const retry = useCallback(
    (key?: string) => {
      for (const item of list.current) {
        if (item.state === "failed" && (!key || item.key === key))
          change(item.key, { state: "waiting" });
      }
      next();
    },
    [change, next],
  );

  const drop = useCallback(
    (key: string) => {
      stops.current.get(key)?.abort();
      list.current = list.current.filter((item) => item.key !== key);
      show(list.current);
      next();
    },
    [next],
  );

  // What is not sent is lost with the window.
  const isBusy = items.some(({ state }) => state !== "done");
  useEffect(() => {
    if (!isBusy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isBusy]);

  return { items, add, retry, drop };
}

const textOf = (error: unknown) =>
  error instanceof ApiProblem && error.problem.title ? error.problem.title : sentenceOf(error);
