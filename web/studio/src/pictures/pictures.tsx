import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Button, buttonClass } from "../../../src/ui/button/button.tsx";
import { call } from "../api/call.ts";
import type { ThumbnailsAt } from "../generated/api.ts";
import { type Image, imageLabels } from "../generated/image.ts";
import { showToast } from "../parts/toast.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import { filesOf } from "./dropped.ts";
import { changed, inserted, moved } from "./order.ts";
import { PictureDialog } from "./picture-dialog.tsx";
import styles from "./pictures.module.css";
import { type Item, useQueue } from "./queue.ts";
import { Tile, type TileActions } from "./tile.tsx";
import { pictureWords } from "./words.ts";

export type PicturesProps = {
  /** Whose pictures they are: gallery or plans of this entity. */
  entity: { type: string; id: number };
  value: readonly Image[];
  /** Changes the list as it is then: pictures arrive while the form changes. */
  change: (update: (list: readonly Image[]) => Image[]) => void;
  /** Titles of the home by language, for alternative texts. */
  titles: Partial<Record<string, string>>;
  /** The picture that stands first on the site; without one it is the first of the list. */
  cover?: Image | null | undefined;
  onCover?: ((image: Image) => void) | undefined;
  readOnly?: boolean;
};

/** Formats that the phone converts its own one into. */
const ACCEPT = "image/jpeg,image/png,image/webp,image/avif";

/** Pictures is a list of pictures: sent by dropping or choosing, in an order, each with what it shows. */
export function Pictures({
  entity,
  value,
  change,
  titles,
  cover,
  onCover,
  readOnly,
}: PicturesProps) {
  const t = useWords(pictureWords);
  const words = useWords(common);
  const [open, setOpen] = useState("");
  const [isOver, setOver] = useState(false);
  const [isFullSize, setFullSize] = useState(false);
  const thumbnails = useThumbnails(entity, value);
  const latest = useRef(change);
  latest.current = change;

  const arrived = useCallback(
    (item: Item, batch: readonly Item[]) => {
      const { image, picture } = item.media ?? {};
      if (!image) return;
      thumbnails.know(image.source_url, picture ?? "");
      const at = batch.findIndex(({ key }) => key === item.key);
      const addresses = (items: readonly Item[]) =>
        items.flatMap(({ media }) => media?.image?.source_url ?? []);
      const before = addresses(batch.slice(0, at));
      const after = addresses(batch.slice(at + 1));
      latest.current((list) => inserted(list, image, before, after));
    },
    [thumbnails.know],
  );
  const queue = useQueue(arrived);

  const list = useRef(value);
  list.current = value;
  const actions = useMemo<TileActions>(
    () => ({
      open: setOpen,
      move: (address, to) => latest.current((now) => moved(now, address, to)),
      label: (address, index) =>
        latest.current((now) => changed(now, address, { label: imageLabels[index] })),
      remove: (address) => {
        const at = list.current.findIndex(({ source_url }) => source_url === address);
        const image = list.current[at];
        if (!image) return;
        latest.current((now) => now.filter(({ source_url }) => source_url !== address));
        const run = () => latest.current((now) => now.toSpliced(at, 0, image));
        showToast(t.removed, { action: { label: words.undo, run } });
      },
    }),
    [t.removed, words.undo],
  );

  const add = (files: readonly File[]) => {
    if (files.length > 0) queue.add(files, isFullSize);
  };
  const dropped = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!readOnly) add(await filesOf(event.dataTransfer));
  };
  const failed = queue.items.filter(({ state }) => state === "failed");
  const first = cover?.source_url ?? value[0]?.source_url;
  const shown = value.find(({ source_url }) => source_url === open);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place for files; the button beside it is for all
    <div
      className={styles.pictures}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      {readOnly ? null : (
        <div className={styles.drop}>
          <p className={styles.dropHere}>{t.drop}</p>
          <label className={buttonClass({ variant: "line" })}>
            {t.choose}
            <input
              type="file"
              multiple
              accept={ACCEPT}
              className={styles.input}
              onChange={(event) => {
                add([...(event.target.files ?? [])]);
                event.target.value = "";
              }}
            />
          </label>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isFullSize}
              onChange={(event) => setFullSize(event.target.checked)}
            />
            {t.fullSize}
          </label>
          <p className={styles.note}>{t.camera}</p>
        </div>
      )}
      {queue.items.length > 0 ? (
        <>
          <ul className={styles.queue}>
            {queue.items.map((item) => (
              <QueueLine key={item.key} item={item} retry={queue.retry} drop={queue.drop} />
            ))}
          </ul>
          {failed.length > 1 ? (
            <Button size="small" onClick={() => queue.retry()}>
              {t.retryAll(failed.length)}
            </Button>
          ) : null}
        </>
      ) : null}
      <p className={styles.note} role="status">
        {value.length > 0 ? t.count(value.length) : t.none}
      </p>
      {value.length > 0 && !readOnly ? <p className={styles.keys}>{t.keys}</p> : null}
      <ul className={styles.grid}>
        {value.map((image, at) => (
          <Tile
            key={image.source_url}
            image={image}
            at={at}
            count={value.length}
            thumbnail={thumbnails.of(image.source_url)}
            isCover={image.source_url === first}
            readOnly={readOnly ?? false}
            actions={actions}
          />
        ))}
      </ul>
      {shown ? (
        <PictureDialog
          image={shown}
          at={value.indexOf(shown)}
          count={value.length}
          thumbnail={thumbnails.of(shown.source_url) ?? ""}
          titles={titles}
          isCover={shown.source_url === first}
          readOnly={readOnly ?? false}
          onChange={(part) => change((now) => changed(now, open, part))}
          onMove={(to) => actions.move(open, to)}
          onCover={onCover ? () => onCover(shown) : undefined}
          onRemove={() => {
            setOpen("");
            actions.remove(open);
          }}
          onClose={() => setOpen("")}
        />
      ) : null}
    </div>
  );
}

type QueueLineProps = { item: Item; retry: (key: string) => void; drop: (key: string) => void };

/** QueueLine is a file on its way, with its progress or why it was not sent. */
function QueueLine({ item, retry, drop }: QueueLineProps) {
  const t = useWords(pictureWords);
  const { key, name, state, progress, problem } = item;
  const percent = Math.round(progress * 100);
  const isFailed = state === "failed";
  const text =
    state === "waiting" ? t.waiting : isFailed ? `${t.failed}: ${problem}` : t.sending(percent);
  return (
    <li className={styles.line} data-state={state}>
      <span className={styles.name}>{name}</span>
      <progress max={100} value={percent} aria-label={name} />
      <span className={styles.state}>{text}</span>
      {isFailed ? (
        <Button
          size="small"
          variant="line"
          onClick={() => retry(key)}
          aria-label={`${t.retry}: ${name}`}
        >
          {t.retry}
        </Button>
      ) : null}
      {state === "done" ? null : (
        <Button
          size="small"
          variant="text"
          onClick={() => drop(key)}
          aria-label={`${t.cancel}: ${name}`}
        >
          {t.cancel}
        </Button>
      )}
    </li>
  );
}

/** The small renditions of pictures, which the server is asked for. */
function useThumbnails({ type, id }: PicturesProps["entity"], value: readonly Image[]) {
  const [known, setKnown] = useState<Record<string, string>>({});
  const asked = useRef(new Set<string>());
  const know = useCallback((address: string, picture: string) => {
    asked.current.add(address);
    setKnown((now) => ({ ...now, [address]: picture }));
  }, []);
  useEffect(() => {
    const addresses = value
      .map(({ source_url }) => source_url)
      .filter((address) => !asked.current.has(address));
    if (addresses.length === 0) return;
    for (const address of addresses) asked.current.add(address);
    void call<ThumbnailsAt>("POST", `entities/${type}/${id}/thumbnails`, { addresses }).then(
      ({ pictures }) =>
        setKnown((now) => ({
          ...now,
          ...Object.fromEntries(addresses.map((address) => [address, pictures[address] ?? ""])),
        })),
      () => {
        for (const address of addresses) asked.current.delete(address);
      },
    );
  }, [type, id, value]);
  return { of: (address: string): string | undefined => known[address], know };
}
