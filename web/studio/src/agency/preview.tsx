import { memo, useDeferredValue, useEffect, useRef, useState } from "react";
import type { Lang } from "../../../src/generated/i18n.ts";
import { call } from "../api/call.ts";
import { useSession } from "../app/session.ts";
import type { Change, PreviewAt } from "../generated/api.ts";
import { Chips } from "../parts/chips.tsx";
import { Failure } from "../parts/failure.tsx";
import { useWords } from "../words/words.ts";
import styles from "./agency.module.css";
import { agencyWords } from "./words.ts";

export type PreviewProps = { changes: Change[] };

/** A preview is asked for when nobody has typed for this time (ms). */
const PAUSE = 500;

type End = "header" | "footer";

/**
 * Preview shows header or footer of the site's home page with the changes, before they are published. It renders after
 * the character of a key press.
 */
export const Preview = ({ changes }: PreviewProps) => (
  <DeferredPreview changes={useDeferredValue(changes)} />
);

const DeferredPreview = memo(function DeferredPreview({ changes }: PreviewProps) {
  const t = useWords(agencyWords);
  const { site, user } = useSession();
  const [end, setEnd] = useState<End>("header");
  const [lang, setLang] = useState(user.lang);
  const [url, setURL] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const frame = useRef<HTMLIFrameElement>(null);
  const content = JSON.stringify(changes);
  const link = site.home_links[lang] ?? "/";

  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt asks again
  useEffect(() => {
    const stop = new AbortController();
    const body = { type: "settings", id: 0, changes: JSON.parse(content), link };
    const timer = setTimeout(
      async () => {
        try {
          const preview = await call<PreviewAt>("POST", "preview", body, { signal: stop.signal });
          setURL(preview.url);
          setError(null);
        } catch (cause) {
          if (!stop.signal.aborted) setError(cause);
        }
      },
      url ? PAUSE : 0,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [content, link, attempt]);

  useEffect(() => showEnd(frame.current, end), [end]);

  return (
    <div className={styles.preview}>
      <div className={styles.choices}>
        <Chips
          label={t.preview}
          value={end}
          chips={[
            { value: "header", label: t.previewTop },
            { value: "footer", label: t.previewEnd },
          ]}
          onChange={(value) => setEnd(value as End)}
        />
        {site.languages.length > 1 ? (
          <Chips
            label={t.previewLanguage}
            value={lang}
            chips={site.languages.map((value) => ({ value, label: t.lang[value] ?? value }))}
            onChange={(value) => setLang(value as Lang)}
          />
        ) : null}
      </div>
      <Failure error={error} onAgain={() => setAttempt(attempt + 1)} />
      {url ? (
        <iframe
          ref={frame}
          title={t.previewFrame}
          src={url}
          inert
          className={styles.frame}
          onLoad={() => showEnd(frame.current, end)}
        />
      ) : (
        <div className={styles.frame} />
      )}
    </div>
  );
});

/** Scrolls the page in the frame. It has the origin of the studio, which shows the site's own document. */
function showEnd(frame: HTMLIFrameElement | null, end: End): void {
  const page = frame?.contentDocument;
  if (!page) return;
  if (end === "header") frame.contentWindow?.scrollTo(0, 0);
  else page.querySelector("footer")?.scrollIntoView({ block: "end" });
}
