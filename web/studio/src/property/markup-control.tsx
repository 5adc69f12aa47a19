import { lazy, Suspense } from "react";
import { Waiting } from "../parts/waiting.tsx";
import type { ControlProps } from "./control-props.ts";

/** The editor of texts is a chunk of its own. */
const MarkupEditor = lazy(() => import("./markup-editor.tsx"));

/** MarkupControl is a formatted text. */
export function MarkupControl(props: ControlProps) {
  return (
    <Suspense fallback={<Waiting />}>
      <MarkupEditor {...props} />
    </Suspense>
  );
}
