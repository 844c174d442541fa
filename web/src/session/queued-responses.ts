import type { ResponseForm } from '@allclear/contract';
import { createQueue } from './queued-items.ts';

/**
 * A response that the server has not answered yet, as this device keeps it for somebody who is signed in. A response by
 * a link is kept by its page alone: a token is in no storage.
 */
export interface QueuedResponse {
  readonly key: string;
  readonly requestId: string;
  readonly headline: string;
  readonly kind: ResponseForm['kind'];
  readonly place: string;
  readonly isChange: boolean;
  /** By the clock of this device, epoch ms. */
  readonly pressedAtMs: number;
}

/** Responses that are kept for a person. */
export const maxQueuedResponses = 20;

export const queuedResponses = createQueue('allclear.responses.', maxQueuedResponses, isQueued);

const kinds: readonly unknown[] = ['read', 'inside', 'help'];

function isQueued(value: unknown): value is QueuedResponse {
  if (typeof value !== 'object' || value === null) return false;
  const { key, requestId, headline, place, kind, isChange, pressedAtMs } = value as Record<string, unknown>;
  return (
    [key, requestId, headline, place].every((text) => typeof text === 'string') &&
    kinds.includes(kind) &&
    typeof isChange === 'boolean' &&
    typeof pressedAtMs === 'number'
  );
}
