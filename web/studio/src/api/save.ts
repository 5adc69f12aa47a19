import { session } from "../app/session.ts";
import type { Change, Changes, Saved } from "../generated/api.ts";
import { newKey } from "./call.ts";
import { type Delivery, deliver, forget, remember, remembered } from "./deliver.ts";

/** Changes that are sent in one call, and those who wait for its answer. */
type Batch = {
  changes: Map<string, Change>;
  confirmed: boolean;
  waiters: { resolve: (saved: Saved) => void; reject: (error: unknown) => void }[];
};

/** The changes of one entity: one call in flight, the later ones are folded into the next one. */
type Lane = { next: Batch | null; busy: boolean };

const lanes = new Map<string, Lane>();

/**
 * Saves changes of an entity, as "properties/12". Later changes of a path are folded: the next call has the value that
 * this one has saved as its from. It waits while the network is off. Throws ApiProblem.
 */
export function saveChanges(entity: string, changes: Change[], confirmed = false): Promise<Saved> {
  let lane = lanes.get(entity);
  if (!lane) {
    lane = { next: null, busy: false };
    lanes.set(entity, lane);
  }
  lane.next ??= { changes: new Map(), confirmed: false, waiters: [] };
  const batch = lane.next;
  for (const change of changes) {
    const earlier = batch.changes.get(change.path);
    batch.changes.set(change.path, earlier ? { ...change, from: earlier.from } : change);
  }
  batch.confirmed ||= confirmed;
  const saved = new Promise<Saved>((resolve, reject) => batch.waiters.push({ resolve, reject }));
  if (!lane.busy) void drain(entity, lane);
  return saved;
}

async function drain(entity: string, lane: Lane): Promise<void> {
  lane.busy = true;
  // Changes of the same moment go together.
  await Promise.resolve();
  while (lane.next) {
    const { changes, confirmed, waiters } = lane.next;
    lane.next = null;
    const list = [...changes.values()];
    try {
      const saved = await sendKept(entity, list, confirmed);
      rebase(lane.next, list, "to");
      for (const { resolve } of waiters) resolve(saved);
    } catch (error) {
      rebase(lane.next, list, "from");
      for (const { reject } of waiters) reject(error);
    }
  }
  lane.busy = false;
  lanes.delete(entity);
}

/** The changes that wait start from what the call before them has left. */
function rebase(batch: Batch | null, sent: Change[], value: "from" | "to") {
  for (const change of sent) {
    const later = batch?.changes.get(change.path);
    if (later) batch?.changes.set(change.path, { ...later, from: change[value] });
  }
}

async function sendKept(entity: string, changes: Change[], confirmed: boolean): Promise<Saved> {
  const body: Changes = { changes, key: newKey(), ...(confirmed ? { confirmed } : {}) };
  const delivery: Delivery = { path: `entities/${entity}/changes`, body };
  void remember(session.get()?.user.id ?? "", delivery);
  try {
    return await deliver<Saved>(delivery);
  } finally {
    void forget(delivery);
  }
}

/**
 * Sends the changes that an earlier document of this browser has left unsent. onRefused gets the error of each call that
 * the server refuses, with its changes. Returns how many were saved.
 */
export async function saveRemembered(
  user: string,
  onRefused: (error: unknown, changes: Change[]) => void,
): Promise<number> {
  let saved = 0;
  for (const delivery of await remembered(user)) {
    try {
      await deliver<Saved>(delivery);
      saved += 1;
    } catch (error) {
      onRefused(error, (delivery.body as Changes).changes);
    }
    void forget(delivery);
  }
  return saved;
}

/** Takes a change back. It waits while the network is off. Throws ApiProblem. */
export const undoChange = (change: number): Promise<Saved> =>
  deliver<Saved>({ path: "undo", body: { change, key: newKey() } as Delivery["body"] });
