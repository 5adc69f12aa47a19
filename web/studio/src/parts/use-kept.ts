import { useCallback, useEffect, useRef, useState } from "react";
import { dropDraft, keepDraft, readDraft } from "../api/drafts.ts";
import { useSession } from "../app/session.ts";

/**
 * useKept is state that outlives a reload and a crash: what the user has written in a form and not sent. The
 * initial value, a constant, is not kept.
 */
export function useKept<T>(
  form: string,
  initial: T,
  isValid: (value: unknown) => value is T,
): [T, (next: T | ((before: T) => T)) => void] {
  const key = `${useSession().user.id} ${form}`;
  const [value, setValue] = useState(initial);
  const touched = useRef(false);
  useEffect(() => {
    void readDraft<unknown>(key).then((kept) => {
      if (!touched.current && isValid(kept)) setValue(kept);
    });
  }, [key, isValid]);
  useEffect(() => {
    if (!touched.current) return;
    if (value === initial) dropDraft(key);
    else keepDraft(key, value);
  }, [key, value, initial]);
  const keep = useCallback((next: T | ((before: T) => T)) => {
    touched.current = true;
    setValue(next);
  }, []);
  return [value, keep];
}
