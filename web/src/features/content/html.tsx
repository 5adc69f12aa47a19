import { useEffect, useMemo, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { trustedHTML } from "../../lib/trusted.ts";
import { useNavigation } from "../navigation/navigation.ts";
import { connectFrames } from "./frames.ts";
import { connectLinks } from "./links.ts";

export type HtmlProps = {
  /** Markup that the server has sanitised. */
  html: string;
  className?: string | undefined;
};

/**
 * The only component with raw markup. Its links behave as the Link component, and third-party frames
 * load on a click. Listeners are added to the DOM, so the markup itself stays unchanged.
 */
export function Html({ html, className }: HtmlProps) {
  const box = useRef<HTMLDivElement>(null);
  const navigation = useNavigation();
  const t = useT();
  const markup = useMemo(() => ({ __html: trustedHTML(html) }), [html]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new markup has new links and frames
  useEffect(() => {
    if (!box.current) return;
    const disconnect = [
      connectLinks(box.current, navigation),
      connectFrames(box.current, (host) => t("common.showFrame", { host })),
    ];
    return () => {
      for (const stop of disconnect) stop();
    };
  }, [html, navigation, t]);

  // biome-ignore lint/security/noDangerouslySetInnerHtml: Go has sanitised it
  return <div ref={box} className={className} dangerouslySetInnerHTML={markup} />;
}
