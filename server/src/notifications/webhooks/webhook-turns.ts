/** Attempts of one webhook at once, in one process. */
const maxAtOnce = 8;
/** A webhook whose oldest attempt waits for an answer for so long has `maxWhileSlow` at once, ms. */
const slowAfterMs = 1_000;
const hangsAfterMs = 5_000;
const maxWhileSlow = 2;
/** After so many failures one after another a webhook has one attempt at a time, until one succeeds. */
const failuresInARow = 3;

interface Turns {
  /** When each attempt under way began. */
  readonly begunAt: number[];
  failures: number;
}

/**
 * Keeps webhooks that hang from taking all places: how many attempts each has under way in this process. `now` is real
 * ms of a clock that never goes back, `random` 0–1.
 */
export function createWebhookTurns(now: () => number, random: () => number) {
  const turns = new Map<string, Turns>();
  return {
    /** Takes a turn, and gives what ends it; or, where there is none, the ms to wait for one. */
    take(id: string): { end(succeeded: boolean | null): void } | { waitMs: number } {
      const webhook = turns.get(id) ?? { begunAt: [], failures: 0 };
      turns.set(id, webhook);
      const at = now();
      const oldestMs = at - Math.min(at, ...webhook.begunAt);
      const isFailing = webhook.failures >= failuresInARow;
      const most = isFailing ? 1 : oldestMs > slowAfterMs ? maxWhileSlow : maxAtOnce;
      if (webhook.begunAt.length >= most) {
        // Those that wait for one that hangs come back spread over half a minute.
        if (isFailing || oldestMs > hangsAfterMs) return { waitMs: 15_000 + random() * 30_000 };
        return { waitMs: oldestMs > slowAfterMs ? 2_000 + random() * 4_000 : 200 + random() * 800 };
      }
      webhook.begunAt.push(at);
      return {
        /** `succeeded` null: nothing was sent. */
        end(succeeded) {
          webhook.begunAt.splice(webhook.begunAt.indexOf(at), 1);
          if (succeeded !== null) webhook.failures = succeeded ? 0 : webhook.failures + 1;
          if (webhook.begunAt.length === 0 && webhook.failures === 0) turns.delete(id);
        },
      };
    },
  };
}
