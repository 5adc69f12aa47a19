import { useState } from "react";
import { LogPage } from "../log/log-screen.tsx";

/** History is what was changed of one property, with undo. */
export function History({ id }: { id: number }) {
  const [pages, setPages] = useState<number[]>([0]);
  return pages.map((before, index) => (
    <LogPage
      key={before}
      of={`type=properties&id=${id}`}
      before={before}
      onMore={index === pages.length - 1 ? (change) => setPages([...pages, change]) : undefined}
    />
  ));
}
