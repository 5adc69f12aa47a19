import { type ReactNode, useCallback, useState } from "react";
import { Button, buttonClass } from "../../../src/ui/button/button.tsx";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import { TextInput } from "../../../src/ui/field/field.tsx";
import { useGet } from "../api/query.ts";
import type { MediaFiles, MediaKind } from "../generated/api.ts";
import { SearchField } from "../parts/search-field.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import styles from "./pictures.module.css";
import { type Item, useQueue } from "./queue.ts";
import { pictureWords } from "./words.ts";

export type DocumentFieldProps = {
  label: string;
  /** Address of the file: of the media library, or of the web. */
  value: string;
  onChange: (address: string) => void;
  kind: MediaKind;
  note?: ReactNode;
  readOnly?: boolean;
  invalid?: boolean;
};

const ACCEPT: Record<MediaKind, string> = {
  picture: "image/svg+xml,image/png,image/jpeg,image/webp",
  document: "application/pdf",
  film: "video/mp4,video/quicktime,video/webm",
};

/** DocumentField is the address of a file, which may be uploaded or chosen from the media library. */
export function DocumentField(props: DocumentFieldProps) {
  const { label, value, onChange, kind, note, readOnly, invalid } = props;
  const t = useWords(pictureWords);
  const [isOpen, setOpen] = useState(false);
  const arrived = useCallback((item: Item) => item.media && onChange(item.media.url), [onChange]);
  const queue = useQueue(arrived);
  const [item] = queue.items;
  return (
    <div className={styles.document}>
      <TextInput
        label={label}
        value={value}
        readOnly={readOnly}
        note={note}
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {readOnly ? null : (
        <div className={styles.actions}>
          <label className={buttonClass({ variant: "line", size: "small" })}>
            {t.upload}
            <input
              type="file"
              accept={ACCEPT[kind]}
              aria-label={`${t.upload}: ${label}`}
              className={styles.input}
              onChange={(event) => {
                // A logo stays as sharp as it is; the server removes what is not the picture.
                queue.add([...(event.target.files ?? [])], true);
                event.target.value = "";
              }}
            />
          </label>
          <Button
            size="small"
            variant="text"
            aria-label={`${t.library}: ${label}`}
            onClick={() => setOpen(true)}
          >
            {t.library}
          </Button>
        </div>
      )}
      {item && item.state !== "done" ? (
        <p className={styles.line} role="status" data-state={item.state}>
          <span className={styles.name}>{item.name}</span>
          <span className={styles.state}>
            {item.state === "failed"
              ? `${t.failed}: ${item.problem}`
              : t.sending(Math.round(item.progress * 100))}
          </span>
          {item.state === "failed" ? (
            <Button size="small" variant="line" onClick={() => queue.retry(item.key)}>
              {t.retry}
            </Button>
          ) : null}
          <Button size="small" variant="text" onClick={() => queue.drop(item.key)}>
            {t.cancel}
          </Button>
        </p>
      ) : null}
      {isOpen ? (
        <LibraryDialog
          kind={kind}
          onChoose={(address) => {
            onChange(address);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

type LibraryDialogProps = {
  kind: MediaKind;
  onChoose: (address: string) => void;
  onClose: () => void;
};

/** LibraryDialog lists files of the media library, the newest first, or those with the words of a search. */
function LibraryDialog({ kind, onChoose, onClose }: LibraryDialogProps) {
  const t = useWords(pictureWords);
  const words = useWords(common);
  const [text, setText] = useState("");
  const query = new URLSearchParams({ q: text, kind });
  const { data } = useGet<MediaFiles>(`media?${query}`, { keep: true });
  return (
    <Dialog open onClose={onClose} label={t.library} kind="drawer">
      <div className={styles.dialog}>
        <SearchField label={words.search} value={text} onSearch={setText} />
        {data && data.files.length === 0 ? <p className={styles.note}>{t.nothing}</p> : null}
        <ul className={styles.files}>
          {data?.files.map(({ id, name, url, picture }) => (
            <li key={id}>
              <button type="button" onClick={() => onChoose(url)}>
                {picture ? <img src={picture} alt="" loading="lazy" /> : null}
                <span>{name}</span>
              </button>
            </li>
          ))}
        </ul>
        <Button variant="line" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  );
}
