import type { DeliveryOutcome } from '@allclear/adapters';

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Waits after the first, second, … failed attempt; then the last one again, until a day has passed. */
const waitsMs = [
  ...[5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  ...[hourMs, 2 * hourMs, 4 * hourMs],
];
/** An event is tried for so long; what is older is sent again by hand only. */
const triesForMs = 24 * hourMs;
/** A wait that the receiver asks for is respected up to this. */
const longestWaitMs = 4 * hourMs;

/** A webhook is switched off after its attempts have failed for so long. */
export const switchedOffAfterMs = 3 * 24 * hourMs;

/** How an attempt ended: `retry` after a wait, or for good. */
export type WebhookResult =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'retry'; readonly afterMs: number }
  | { readonly kind: 'failed'; readonly gone: boolean }
  /** The process stopped in the middle; it is tried again at once. */
  | { readonly kind: 'interrupted' };

/**
 * What follows an attempt. `number` is 1 for the first since the event was queued or sent again, `sinceMs` the time
 * since then, `jitter` 0–1: waits are spread over a tenth.
 */
export function webhookResult(
  outcome: DeliveryOutcome,
  { number, sinceMs, jitter }: { number: number; sinceMs: number; jitter: number },
): WebhookResult {
  if (outcome.kind === 'accepted') return { kind: 'accepted' };
  if (outcome.gone || !outcome.retryable) return { kind: 'failed', gone: outcome.gone };
  const wait = waitsMs[Math.min(number, waitsMs.length) - 1] ?? hourMs;
  const asked = Math.min(outcome.retryAfterMs ?? 0, longestWaitMs);
  const afterMs = Math.max(wait * (1 + jitter / 10), asked);
  return sinceMs + afterMs > triesForMs ? { kind: 'failed', gone: false } : { kind: 'retry', afterMs };
}
