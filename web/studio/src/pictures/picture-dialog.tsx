import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { Button } from "../../../src/ui/button/button.tsx";
import { Dialog } from "../../../src/ui/dialog/dialog.tsx";
import { SelectInput, TextInput } from "../../../src/ui/field/field.tsx";
import { useSession } from "../app/session.ts";
import { type Image, imageLabels } from "../generated/image.ts";
import { useLang, useWords } from "../words/words.ts";
import styles from "./pictures.module.css";
import { type ImageLabel, labelWords, pictureWords, suggestedAlt } from "./words.ts";

export type PictureDialogProps = {
  image: Image;
  at: number;
  count: number;
  thumbnail: string;
  titles: Partial<Record<string, string>>;
  isCover: boolean;
  readOnly: boolean;
  onChange: (part: Partial<Image>) => void;
  onMove: (to: number) => void;
  onCover: (() => void) | undefined;
  onRemove: () => void;
  onClose: () => void;
};

/** PictureDialog is one picture: its place, what it shows, its texts and its focal point. */
export function PictureDialog(props: PictureDialogProps) {
  const { image, at, count, titles, isCover, readOnly, onChange, onMove, onCover } = props;
  const t = useWords(pictureWords);
  const lang = useLang();
  const { languages } = useSession().site;
  const label = image.label as ImageLabel | undefined;
  const alt = (image.alt ?? {}) as Record<string, string>;
  const setAlt = (code: string, text: string) => {
    const { [code]: _, ...rest } = alt;
    const next = text ? { ...rest, [code]: text } : rest;
    onChange({ alt: Object.keys(next).length > 0 ? next : undefined });
  };
  return (
    <Dialog open onClose={props.onClose} label={t.at(at + 1, count)} kind="drawer">
      <div className={styles.dialog}>
        <FocalPoint {...props} />
        <SelectInput
          label={t.position}
          value={at}
          disabled={readOnly}
          onChange={(event) => onMove(Number(event.target.value))}
        >
          {Array.from({ length: count }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places are their numbers
            <option key={place} value={place}>
              {place + 1}
            </option>
          ))}
        </SelectInput>
        <SelectInput
          label={t.label}
          value={label ?? ""}
          disabled={readOnly}
          onChange={(event) => onChange({ label: event.target.value || undefined })}
        >
          <option value="">{t.noLabel}</option>
          {imageLabels.map((one) => (
            <option key={one} value={one}>
              {labelWords[lang][one]}
            </option>
          ))}
        </SelectInput>
        {languages.map((code) => {
          const name = `${t.alt} · ${t.lang[code] ?? code}`;
          const suggestion =
            label && (code === "en" || code === "es")
              ? suggestedAlt(code, label, titles[code] ?? "")
              : "";
          return (
            <div key={code} className={styles.alt}>
              <TextInput
                label={name}
                lang={code}
                value={alt[code] ?? ""}
                maxLength={300}
                readOnly={readOnly}
                placeholder={suggestion}
                onChange={(event) => setAlt(code, event.target.value)}
              />
              {suggestion && suggestion !== alt[code] && !readOnly ? (
                <Button
                  size="small"
                  variant="text"
                  aria-label={`${t.suggest}: ${suggestion}`}
                  onClick={() => setAlt(code, suggestion)}
                >
                  {t.suggest}
                </Button>
              ) : null}
            </div>
          );
        })}
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={image.altered ?? false}
            disabled={readOnly}
            onChange={(event) => onChange({ altered: event.target.checked || undefined })}
          />
          {t.altered}
        </label>
        <div className={styles.actions}>
          {onCover && !isCover && !readOnly ? (
            <Button variant="line" onClick={onCover}>
              {t.makeCover}
            </Button>
          ) : null}
          {readOnly ? null : (
            <Button variant="text" onClick={props.onRemove}>
              {t.remove}
            </Button>
          )}
          <Button onClick={props.onClose}>{t.done}</Button>
        </div>
      </div>
    </Dialog>
  );
}

const MIDDLE = [50, 50] as const;
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-2, 0],
  ArrowRight: [2, 0],
  ArrowUp: [0, -2],
  ArrowDown: [0, 2],
};

/** FocalPoint sets the point that crops keep, by pointer and by arrow keys, beside the crops of the site. */
function FocalPoint({ image, thumbnail, readOnly, onChange }: PictureDialogProps) {
  const t = useWords(pictureWords);
  const [x = MIDDLE[0], y = MIDDLE[1]] = image.focus ?? MIDDLE;
  const [isFailed, setFailed] = useState(false);
  const set = (left: number, top: number) => {
    const at = [left, top].map((part) => Math.round(Math.min(Math.max(part, 0), 100)));
    onChange({ focus: at[0] === MIDDLE[0] && at[1] === MIDDLE[1] ? undefined : at });
  };
  if (!thumbnail || isFailed) return <p className={styles.note}>{t.hidden}</p>;
  const pointed = (event: PointerEvent<HTMLElement>) => {
    if (readOnly || (event.type === "pointermove" && event.buttons === 0)) return;
    const box = event.currentTarget.getBoundingClientRect();
    set(
      ((event.clientX - box.left) / box.width) * 100,
      ((event.clientY - box.top) / box.height) * 100,
    );
  };
  const pressed = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step || readOnly) return;
    event.preventDefault();
    set(x + step[0], y + step[1]);
  };
  const style = { objectPosition: `${x}% ${y}%` };
  return (
    <div className={styles.focal}>
      <button
        type="button"
        className={styles.point}
        aria-label={`${t.focus}: ${x} %, ${y} %`}
        onPointerDown={pointed}
        onPointerMove={pointed}
        onKeyDown={pressed}
      >
        <img src={thumbnail} alt="" draggable={false} onError={() => setFailed(true)} />
        <span style={{ left: `${x}%`, top: `${y}%` }} />
      </button>
      {readOnly ? null : <p className={styles.note}>{t.focusHelp}</p>}
      <p className={styles.note}>{t.crop}</p>
      <div className={styles.crops} aria-hidden="true">
        <img src={thumbnail} alt="" style={style} data-crop="card" />
        <img src={thumbnail} alt="" style={style} data-crop="header" />
        <img src={thumbnail} alt="" style={style} data-crop="phone" />
      </div>
      {image.focus && !readOnly ? (
        <Button size="small" variant="text" onClick={() => onChange({ focus: undefined })}>
          {t.focusMiddle}
        </Button>
      ) : null}
    </div>
  );
}
