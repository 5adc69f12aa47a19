/** Breakable prints an address that, where it does not fit, breaks behind its @ and nowhere else. */
export function Breakable({ text }: { text: string }) {
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
