import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../../src/ui/button/button.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";
import { call } from "../api/call.ts";
import { useSession } from "../app/session.ts";
import type { PreviewAt } from "../generated/api.ts";
import { Chips } from "../parts/chips.tsx";
import { Failure } from "../parts/failure.tsx";
import { Panel } from "../parts/panel.tsx";
import { common } from "../words/common.ts";
import { useWords } from "../words/words.ts";
import { useForm } from "./form-store.ts";
import styles from "./property.module.css";
import { formWords } from "./words.ts";

export type PreviewProps = { id: number; onClose: () => void };

/** A preview is asked for when nobody has typed for this time (ms). */
const PAUSE = 500;

/** The widths of the page in the frame (px). */
const WIDTHS = { phone: 390, desk: 1280 };
type Width = keyof typeof WIDTHS;
type Place = "page" | "card";

/** Preview shows the page of the property, or its card in a list, as visitors would see it with the changes. */
export function Preview({ id, onClose }: PreviewProps) {
  const t = useWords(formWords);
  const { close, languages: names } = useWords(common);
  const { site, user } = useSession();
  const form = useForm();
  const [width, setWidth] = useState<Width>("phone");
  const [place, setPlace] = useState<Place>("page");
  const [lang, setLang] = useState<string>(user.lang);
  const [url, setURL] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt asks again
  useEffect(() => {
    let stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const home = site.home_links[lang as keyof typeof site.home_links] ?? "/";
    const own =
      form.stored(`alternative_links.${lang}`) ?? home + String(form.stored("link")).slice(1);
    const ask = async () => {
      stop.abort();
      stop = new AbortController();
      const { signal } = stop;
      const link = place === "card" ? `${home}properties/` : own;
      const body = { type: "properties", id, changes: form.changes(), link };
      try {
        const preview = await call<PreviewAt>("POST", "preview", body, { signal });
        setURL(preview.url);
        setError(null);
      } catch (cause) {
        if (!signal.aborted) setError(cause);
      }
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, PAUSE);
    };
    void ask();
    const unsubscribe = form.subscribe("", later);
    return () => {
      unsubscribe();
      clearTimeout(timer);
      stop.abort();
    };
  }, [form, id, lang, place, site, attempt]);

  return (
    <Panel
      title={t.preview}
      actions={
        <IconButton label={close} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      }
    >
      <div className={styles.choices}>
        <Chips
          label={t.previewWidth}
          value={width}
          chips={[
            { value: "phone", label: t.phone },
            { value: "desk", label: t.desk },
          ]}
          onChange={(value) => setWidth(value as Width)}
        />
        <Chips
          label={t.previewPlace}
          value={place}
          chips={[
            { value: "page", label: t.itsPage },
            { value: "card", label: t.itsCard },
          ]}
          onChange={(value) => setPlace(value as Place)}
        />
        {site.languages.length > 1 ? (
          <Chips
            label={t.previewLanguage}
            value={lang}
            chips={site.languages.map((value) => ({ value, label: names[value] ?? value }))}
            onChange={setLang}
          />
        ) : null}
      </div>
      <Failure error={error} onAgain={() => setAttempt(attempt + 1)} />
      <ScaledFrame url={url} title={t.previewFrame} width={WIDTHS[width]} />
    </Panel>
  );
}

/** A frame that has the width of a device and is scaled to the room that it has. A new address keeps the scroll position. */
function ScaledFrame({ url, title, width }: { url: string; title: string; width: number }) {
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const scroll = useRef(0);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!room.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(room.current);
    return () => observer.disconnect();
  }, []);
  const scale = size.width ? Math.min(1, size.width / width) : 1;
  const restore = () => {
    const page = frame.current?.contentWindow;
    page?.scrollTo(0, scroll.current);
    page?.addEventListener("scroll", () => {
      scroll.current = page.scrollY;
    });
  };
  return (
    <div ref={room} className={styles.frame}>
      {url && size.width ? (
        <iframe
          ref={frame}
          title={title}
          src={url}
          style={{ width, height: size.height / scale, transform: `scale(${scale})` }}
          onLoad={restore}
        />
      ) : null}
    </div>
  );
}
