import { type KeyboardEvent, memo, type PointerEvent } from "react";
import { IconButton } from "../../../src/ui/button/button.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import type { Image } from "../generated/image.ts";
import { useLang, useWords } from "../words/words.ts";
import styles from "./pictures.module.css";
import { type ImageLabel, labelWords, pictureWords } from "./words.ts";

export type TileActions = {
  open: (address: string) => void;
  move: (address: string, to: number) => void;
  label: (address: string, index: number) => void;
  remove: (address: string) => void;
};

export type TileProps = {
  image: Image;
  /** From 0. */
  at: number;
  count: number;
  /** Address of a small rendition; undefined while it is not known, "" for a picture that the site cannot show. */
  thumbnail: string | undefined;
  isCover: boolean;
  readOnly: boolean;
  actions: TileActions;
};

/** Tile is one picture of the grid: with its place, what it shows, and its handle. */
export const Tile = memo(function Tile(props: TileProps) {
  const { image, at, count, thumbnail, isCover, readOnly, actions } = props;
  const t = useWords(pictureWords);
  const lang = useLang();
  const address = image.source_url;
  const label = image.label ? (labelWords[lang][image.label as ImageLabel] ?? image.label) : "";
  const position = image.focus ? { objectPosition: `${image.focus[0]}% ${image.focus[1]}%` } : {};
  return (
    <li className={styles.tile} data-address={address}>
      <button
        type="button"
        className={styles.picture}
        aria-label={[t.at(at + 1, count), label, isCover && t.cover, image.altered && t.alteredMark]
          .filter(Boolean)
          .join(", ")}
        onClick={() => actions.open(address)}
        onKeyDown={(event) => !readOnly && pressed(event, props)}
      >
        {thumbnail ? (
          <img src={thumbnail} alt="" loading="lazy" decoding="async" style={position} />
        ) : (
          <span className={styles.hidden}>{thumbnail === "" ? t.hidden : ""}</span>
        )}
      </button>
      <span className={styles.marks} aria-hidden="true">
        <span>{at + 1}</span>
        {isCover ? <span>{t.cover}</span> : null}
        {label ? <span>{label}</span> : null}
        {image.altered ? <span>{t.alteredMark}</span> : null}
      </span>
      {readOnly ? null : (
        <>
          <IconButton
            label={t.drag}
            className={styles.handle}
            tabIndex={-1}
            onPointerDown={(event) => drag(event, address, actions.move)}
          >
            <Icon name="move" />
          </IconButton>
          <IconButton
            label={t.remove}
            className={styles.remove}
            tabIndex={-1}
            onClick={() => actions.remove(address)}
          >
            <Icon name="close" />
          </IconButton>
        </>
      )}
    </li>
  );
});

/** The keys of a picture. Up and down move it by a row. */
function pressed(event: KeyboardEvent<HTMLElement>, { image, at, actions }: TileProps) {
  const address = image.source_url;
  if (/^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    actions.label(address, Number(event.key) - 1);
  } else if (event.key === "Delete") {
    actions.remove(address);
  } else {
    const row = columnsOf(event.currentTarget);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row }[event.key];
    if (!step) return;
    if (event.altKey) actions.move(address, at + step);
    else focusTile(event.currentTarget, at + step);
  }
  event.preventDefault();
}

const tilesOf = (element: Element) => [...(element.closest("ul")?.children ?? [])];

function columnsOf(element: Element): number {
  const tiles = tilesOf(element);
  const top = tiles[0]?.getBoundingClientRect().top;
  return Math.max(1, tiles.filter((tile) => tile.getBoundingClientRect().top === top).length);
}

function focusTile(element: Element, at: number) {
  tilesOf(element)[at]?.querySelector("button")?.focus();
}

/** Moves a picture below the pointer as long as it is down: by mouse, pen and finger alike. */
function drag(event: PointerEvent<HTMLElement>, address: string, move: TileActions["move"]) {
  const handle = event.currentTarget;
  const grid = handle.closest("ul");
  if (!grid || event.button > 0) return;
  event.preventDefault();
  const end = new AbortController();
  const { signal } = end;
  const own = handle.closest("li");
  own?.setAttribute("data-dragged", "");
  const follow = ({ clientX, clientY }: globalThis.PointerEvent) => {
    const below = document.elementFromPoint(clientX, clientY)?.closest("li");
    if (!below || below === own || below.parentElement !== grid) return;
    move(address, [...grid.children].indexOf(below));
  };
  const stop = () => {
    own?.removeAttribute("data-dragged");
    end.abort();
  };
  addEventListener("pointermove", follow, { signal });
  addEventListener("pointerup", stop, { signal });
  addEventListener("pointercancel", stop, { signal });
}
