import { randomUuid } from '../../api/random-uuid.ts';

/** What this browser knows of its check-ins in one roll-call. */
interface DeviceEntry {
  /** Null: made without a network. */
  readonly rollCallId: string | null;
  readonly deviceKey: string;
  readonly madeAtMs: number;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const storageKey = 'allclear.check-in.devices';
/** A roll-call ends by itself after 12 hours, and accepts late entries for 12 more. */
const keptMs = 24 * 3_600_000;
const openMs = 12 * 3_600_000;

/**
 * The key by which check-ins of this browser in a roll-call count once. Without a network the roll-call is not known:
 * then it is the newest of the last 12 hours, so that somebody who corrects a check-in is not counted twice.
 */
export function deviceKeyOf(storage: Store, rollCallId: string | null, nowMs: number): string {
  const entries = read(storage).filter(({ madeAtMs }) => nowMs - madeAtMs < keptMs);
  const newest = entries.filter(({ madeAtMs }) => nowMs - madeAtMs < openMs).at(-1);
  const found =
    rollCallId === null
      ? newest
      : (entries.find((entry) => entry.rollCallId === rollCallId) ??
        (newest?.rollCallId === null ? newest : undefined));
  const deviceKey = found?.deviceKey ?? randomUuid();
  const entry = {
    deviceKey,
    rollCallId: rollCallId ?? found?.rollCallId ?? null,
    madeAtMs: found?.madeAtMs ?? nowMs,
  };
  write(storage, [...entries.filter((one) => one !== found), entry]);
  return deviceKey;
}

function read(storage: Store): DeviceEntry[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function write(storage: Store, entries: readonly DeviceEntry[]): void {
  try {
    storage.setItem(storageKey, JSON.stringify(entries));
  } catch {
    // Storage may be blocked or full: then each check-in of this browser has a key of its own.
  }
}

function isEntry(value: unknown): value is DeviceEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { rollCallId, deviceKey, madeAtMs } = value as Record<string, unknown>;
  return (
    (rollCallId === null || typeof rollCallId === 'string') &&
    typeof deviceKey === 'string' &&
    typeof madeAtMs === 'number'
  );
}
