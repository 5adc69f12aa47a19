export type BreakableProps = { text: string };

/** Breakable is a mail address that can break after its @ only. */
export function Breakable({ text }: BreakableProps) {
  const at = text.indexOf("@") + 1;
  if (at === 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
