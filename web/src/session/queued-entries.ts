import { createQueue } from './queued-items.ts';

/** What somebody counted, ticked or checked in. No name of a person is in it: what is stored here is not erased. */
export type EntryContent =
  | { readonly kind: 'count'; readonly groupId: string; readonly shelterId: string; readonly people: number }
  | {
      readonly kind: 'tick';
      readonly groupId: string;
      readonly memberId: string;
      /** Null: not present. */
      readonly shelterId: string | null;
    }
  | {
      readonly kind: 'own';
      readonly groupId: string | null;
      readonly shelterId: string;
      readonly people: number;
      readonly deviceKey: string;
    }
  | {
      readonly kind: 'code';
      /** It is printed at the shelter for everybody, so it is no secret. */
      readonly code: string;
      readonly groupId: string | null;
      readonly people: number;
      readonly deviceKey: string;
    };

/**
 * An entry of a roll-call that the server has not answered yet, as this device keeps it. It is sent again with the same
 * key, so it counts once.
 */
export interface QueuedEntry {
  readonly key: string;
  /** Null: a check-in by code without a network, so that the roll-call is not known yet. */
  readonly rollCallId: string | null;
  /** What it says, for its person: 'Team A at Gym: 24'. */
  readonly label: string;
  /** By the clock of this device, epoch ms. */
  readonly pressedAtMs: number;
  /** Server's clock less this device's at the press, ms; null where it was not known. */
  readonly offsetAtPressMs: number | null;
  readonly content: EntryContent;
}

/** Whose the check-ins by code are: nobody is signed in. */
export const checkInOwner = 'check-in';
/** Entries that are kept for an owner: as many as a roll-call has names, and some counts. */
export const maxQueuedEntries = 600;

const queue = createQueue('allclear.roll-call.', maxQueuedEntries, isQueued);

export const readQueuedEntries = queue.read;
export const readAllQueuedEntries = queue.readAll;
export const addQueuedEntry = queue.add;
export const removeQueuedEntry = queue.remove;

const isText = (one: unknown) => typeof one === 'string';
const isTextOrNull = (one: unknown) => one === null || isText(one);
const isCount = (one: unknown) => Number.isInteger(one);

function isQueued(value: unknown): value is QueuedEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { key, rollCallId, label, pressedAtMs, offsetAtPressMs, content } = value as Record<string, unknown>;
  return (
    isText(key) &&
    isTextOrNull(rollCallId) &&
    isText(label) &&
    typeof pressedAtMs === 'number' &&
    (offsetAtPressMs === null || typeof offsetAtPressMs === 'number') &&
    isContent(content, rollCallId)
  );
}

function isContent(value: unknown, rollCallId: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, groupId, shelterId, memberId, people, deviceKey, code } = value as Record<string, unknown>;
  switch (kind) {
    case 'count':
      return isText(rollCallId) && isText(groupId) && isText(shelterId) && isCount(people);
    case 'tick':
      return isText(rollCallId) && isText(groupId) && isText(memberId) && isTextOrNull(shelterId);
    case 'own':
      return [rollCallId, shelterId, deviceKey].every(isText) && isTextOrNull(groupId) && isCount(people);
    case 'code':
      return isText(code) && isText(deviceKey) && isTextOrNull(groupId) && isCount(people);
    default:
      return false;
  }
}
