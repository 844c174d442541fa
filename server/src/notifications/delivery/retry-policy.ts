import { backOffMs, type DeliveryOutcome } from '@allclear/adapters';

/**
 * How long a channel is tried. The last channel of a fallback chain has half an hour. One that is followed by
 * another has a minute: a person who must leave the field cannot wait for an unreachable browser.
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
 * The next step after the outcome of an attempt. `number` is the attempt's (1 for the first), `sinceMs` the
 * time since the first one started, `jitter` 0–1. A wait that the provider requests is respected; if it
 * exceeds the limit, the delivery fails now.
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
