import { call, newKey } from "../api/call.ts";
import { reload } from "../api/query.ts";
import { undoChange } from "../api/save.ts";
import { navigate } from "../app/router.tsx";
import type { CallKey, Created, NewEntity, Saved } from "../generated/api.ts";

/** The address of the form of a property. */
export const formOf = (id: number): string => `/studio/properties/${id}/`;

const age = () => reload("properties?", "today", "log");

/** Makes a draft, empty or of another property, and opens its form. */
export async function createProperty(copy?: number): Promise<void> {
  const body: NewEntity = { key: newKey(), ...(copy ? { copy } : {}) };
  const { id } = await call<Created>("POST", "entities/properties", body);
  age();
  navigate(formOf(id));
}

async function move(id: number, where: "trash" | "restore"): Promise<Saved> {
  const body: CallKey = { key: newKey() };
  const saved = await call<Saved>("POST", `entities/properties/${id}/${where}`, body);
  age();
  return saved;
}

/** Moves a property to the trash. The answer is how to bring it back as it was. */
export async function trashProperty(id: number): Promise<() => Promise<void>> {
  const { change } = await move(id, "trash");
  return async () => {
    await undoChange(change);
    age();
  };
}

/** Brings a property back from the trash, as a draft. */
export const restoreProperty = (id: number): Promise<Saved> => move(id, "restore");
