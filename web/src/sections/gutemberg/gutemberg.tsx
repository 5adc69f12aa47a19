import { Html } from "../../features/content/html.tsx";
import { pageProse } from "../../features/content/page-prose.ts";
import type { SectionProps } from "../../lib/view-props.ts";
import { Band } from "../../ui/band/band.tsx";

/** Gutemberg is content of the WordPress block editor; styles/prose.css has the styles of its blocks. */
export default function Gutemberg({ section }: SectionProps<"gutemberg">) {
  return (
    <Band>
      <Html html={section.html} className={pageProse(section.html)} />
    </Band>
  );
}
