import { createQueue } from './queued-items.ts';

/**
 * A thunder report that the server has not answered yet, as this device keeps it. It is sent again with the same key,
 * so it counts once.
 */
export interface QueuedThunder {
  readonly key: string;
  readonly organizationLocationId: string;
  readonly placeName: string;
  readonly timeZone: string;
  readonly flashToBangSeconds: number | null;
  /** By the clock of this device, epoch ms. */
  readonly pressedAtMs: number;
  /** Server's clock less this device's at the press, ms; null where it was not known. */
  readonly offsetAtPressMs: number | null;
}

/** Reports that are kept for a person: the newest say how long thunder has been heard. */
export const maxQueued = 20;

const queue = createQueue('allclear.thunder.', maxQueued, isQueued);

export const readQueuedThunder = queue.read;
export const readAllQueuedThunder = queue.readAll;
export const addQueuedThunder = queue.add;
export const removeQueuedThunder = queue.remove;

function isQueued(value: unknown): value is QueuedThunder {
  if (typeof value !== 'object' || value === null) return false;
  const { key, organizationLocationId, placeName, timeZone, ...rest } = value as Record<string, unknown>;
  const isNumberOrNull = (one: unknown) => one === null || typeof one === 'number';
  return (
    [key, organizationLocationId, placeName, timeZone].every((text) => typeof text === 'string') &&
    typeof rest.pressedAtMs === 'number' &&
    isNumberOrNull(rest.flashToBangSeconds) &&
    isNumberOrNull(rest.offsetAtPressMs)
  );
}
