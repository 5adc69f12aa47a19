import { Html } from "../../features/content/html.tsx";
import { pageProse } from "../../features/content/page-prose.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";

/** Page is the text of a content page. */
export default function Page({ section }: SectionProps<"page">) {
  return (
    <Band title={section.title}>
      <Html html={section.html} className={pageProse(section.html)} />
    </Band>
  );
}
