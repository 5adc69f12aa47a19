import type { ScreenProps } from "../../lib/section.ts";

export function HomeScreen({ view, children }: ScreenProps) {
  return (
    <>
      <h1>{view.header.title}</h1>
      {children}
    </>
  );
}
