import { useEffect, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useNavigation } from "../navigation/navigation.ts";
import { connectFrames } from "./frames.ts";
import { connectLinks } from "./links.ts";

export type HtmlProps = {
  /** Markup that the server has sanitised; nothing else may be given. */
  html: string;
  className?: string | undefined;
};

/**
 * The one place with raw markup. Links inside behave as the Link component, and frames of other
 * sites load on click. Listeners sit on the markup itself, so it stays exactly what the server sent.
 */
export function Html({ html, className }: HtmlProps) {
  const box = useRef<HTMLDivElement>(null);
  const navigation = useNavigation();
  const t = useT();

  // biome-ignore lint/correctness/useExhaustiveDependencies: new markup brings new links and frames
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

  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by Go, and only here
  return <div ref={box} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
