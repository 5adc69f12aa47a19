import { useEffect, useRef, useState } from "react";
import type { Price as PriceData } from "../../generated/view.ts";
import { useT } from "../../i18n/use-t.ts";
import { buttonClass } from "../../ui/button/button.tsx";
import { Price } from "../../ui/price/price.tsx";
import styles from "./sticky-bar.module.css";

export type StickyBarProps = {
  title: string;
  price: PriceData;
  /** The link to the enquiry and its text; wide windows show it. */
  write: string | undefined;
  call: string;
};

/** StickyBar keeps title, price and the enquiry at the top of the window once the header is scrolled away. */
export function StickyBar({ title, price, write, call }: StickyBarProps) {
  const t = useT();
  const { sentinel, past } = usePast();
  return (
    <>
      <div ref={sentinel} />
      <div className={styles.bar} data-sticky-bar="" data-past={past || undefined}>
        <div className={styles.inner}>
          <p className={styles.title}>{title}</p>
          <Price price={price} before={t("property.before")} className={styles.price} />
          {write ? (
            <p className={styles.call}>
              <a href={write} className={buttonClass({ size: "small" })}>
                {call}
              </a>
            </p>
          ) : null}
        </div>
      </div>
    </>
  );
}

/** Whether the place of the ref's element is scrolled away above the window. */
function usePast() {
  const sentinel = useRef<HTMLDivElement>(null);
  const [past, setPast] = useState(false);
  useEffect(() => {
    const element = sentinel.current;
    if (!element || typeof IntersectionObserver === "undefined") return;
    // The root is all above the window, so a jump over the window is noticed too.
    const observer = new IntersectionObserver(
      ([entry]) => setPast(entry?.isIntersecting ?? false),
      { rootMargin: "99999px 0px -100% 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { sentinel, past };
}
