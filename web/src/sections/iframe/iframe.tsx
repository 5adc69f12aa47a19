import { type MouseEvent, useEffect, useRef, useState } from "react";
import { hasModifierKey } from "../../features/navigation/link-click.ts";
import { useT } from "../../i18n/use-t.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";
import { buttonClass } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import styles from "./iframe.module.css";

/**
 * Iframe is a third-party page that loads on a click. A link to the page is for hosts that are not
 * allowed in a frame, for failures and for visitors without scripts.
 */
export default function Iframe({ section }: SectionProps<"iframe">) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const show = (event: MouseEvent) => {
    if (section.away || hasModifierKey(event)) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <Band title={section.title}>
      <div className={styles.box} style={{ aspectRatio: section.ratio }}>
        {open ? (
          <Frame href={section.href} title={section.title} />
        ) : (
          <>
            {section.poster ? (
              <Picture
                picture={section.poster}
                sizes="(width >= 1290px) 1200px, 100vw"
                alt=""
                className={styles.poster}
              />
            ) : null}
            <div className={styles.veil} data-picture={section.poster ? "" : undefined}>
              <a
                href={section.href}
                rel="noopener nofollow"
                target={section.away ? "_blank" : undefined}
                className={cx(buttonClass({ variant: section.poster ? "glass" : "line" }))}
                onClick={show}
              >
                {section.away ? (
                  <>
                    {t("sections.frame.open")}
                    <Icon name="arrow" />
                  </>
                ) : (
                  t("sections.frame.show")
                )}
              </a>
              <p className={styles.note}>
                {t(section.away ? "sections.frame.away" : "sections.frame.contacts", {
                  host: section.host,
                })}
              </p>
            </div>
          </>
        )}
      </div>
      {open ? (
        <p className={styles.away}>
          <a href={section.href} rel="noopener nofollow" target="_blank">
            {t("sections.frame.open")}
          </a>
        </p>
      ) : null}
    </Band>
  );
}

type FrameProps = { href: string; title: string };

/** Frame takes the focus from the link that opened it. */
function Frame({ href, title }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      src={href}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
      allow="fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
