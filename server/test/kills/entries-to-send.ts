import { createHash } from 'node:crypto';
import type { EntryToStore } from '../../src/roll-call/entries.store.ts';

/** What entries are of. */
export interface RollCallToFill {
  readonly organizationId: string;
  readonly rollCallId: string;
  readonly groupId: string;
  readonly shelterId: string;
  /** Product clock, epoch ms. */
  readonly at: number;
}

/** The same id for the same text, as a device keeps the keys of what it has sent. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The check-in of a device; the same in the killed process and in the one that sends it again. */
export function entryToSend(of: RollCallToFill, n: number): EntryToStore {
  const { organizationId, rollCallId, groupId, shelterId, at } = of;
  return {
    ...{ organizationId, rollCallId, key: idOf(`key ${n}`), deviceKey: idOf(`device ${n}`) },
    ...{ kind: 'code', groupId, memberId: null, shelterId, people: 1 + (n % 3), userId: null },
    ...{ at: at + n, receivedAt: at + n, ageMs: 0, joinedLater: false },
  };
}

/** Check-ins without an end, each of a device of its own. */
export function* entriesToSend(of: RollCallToFill, from: number): Generator<EntryToStore, void> {
  for (let n = from; ; n++) yield entryToSend(of, n);
}
