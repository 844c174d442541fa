import { backOffMs, type DeliveryOutcome } from '@allclear/adapters';

/**
 * How long a channel is tried. The last one has half an hour, for there is nothing after it; one with another
 * channel behind it has a minute: who is to leave the field must not wait for a browser that does not answer.
 */
const retryLimits = {
  last: { attempts: 10, forMs: 30 * 60_000 },
  before: { attempts: 4, forMs: 60_000 },
} as const;

export type NextStep =
  | { readonly kind: 'accepted'; readonly providerId: string | null }
  | { readonly kind: 'retry'; readonly afterMs: number }
  | { readonly kind: 'failed'; readonly gone: boolean };

/**
 * What follows from an attempt's outcome. `number` is the attempt's (1 for the first), `sinceMs` the time
 * since the first one started, `jitter` 0–1. What the provider asks to wait is respected, and where that
 * takes too long the delivery has failed now.
 */
export function nextStep(
  outcome: DeliveryOutcome,
  { number, sinceMs, hasRest, jitter }: { number: number; sinceMs: number; hasRest: boolean; jitter: number },
): NextStep {
  if (outcome.kind === 'accepted') return { kind: 'accepted', providerId: outcome.providerId };
  if (outcome.gone || !outcome.retryable) return { kind: 'failed', gone: outcome.gone };
  const { attempts, forMs } = hasRest ? retryLimits.before : retryLimits.last;
  const afterMs = backOffMs(number, jitter, { retryAfterMs: outcome.retryAfterMs });
  return number >= attempts || sinceMs + afterMs > forMs
    ? { kind: 'failed', gone: false }
    : { kind: 'retry', afterMs };
}
