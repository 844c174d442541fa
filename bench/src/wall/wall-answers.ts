/** The answers of places as the wire gives them, without the page: by the domain's rule alone. */
import type { DataOf, listAllViolations, listDelays } from '@allclear/contract';
import { type PlaceAnswerKind, type PlaceLightning, placeAnswer } from '@allclear/domain';
import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import { clientOf } from '../browser-server.ts';

export type Delays = DataOf<typeof listDelays>;
type Violations = DataOf<typeof listAllViolations>;

/** The page judges its places once a second; a sample takes a moment. */
export const redrawnWithinMs = 2_500;
/** Warnings are renewed at an event, and every 20 seconds. */
const settledMs = 25_000;

/** The answer for each place. */
function answersOf(delays: Delays, violations: Violations): Map<string, PlaceAnswerKind> {
  const byId = new Map(violations.map((one) => [one.locationId, one]));
  return new Map(
    delays.map((entry) => [
      entry.locationId,
      placeAnswer({
        lightning: lightningOf(entry),
        warnings: (byId.get(entry.locationId)?.warnings ?? []).map((warning) => ({
          policyId: warning.policyId,
          typeShortName: warning.policyTypeShortName,
          policyName: warning.policyName,
          event: warning.event,
          heldSince: warning.heldSince === null ? null : Date.parse(warning.heldSince),
        })),
        closures: [],
        warningsAre: 'known',
      }).kind,
    ]),
  );
}

function lightningOf({ delay, responseException }: Delays[number]): PlaceLightning {
  if (delay === null)
    return responseException?.code === 'lightning-not-covered'
      ? { kind: 'not-covered' }
      : { kind: 'unknown', since: null };
  return {
    kind: 'known',
    zones: delay.zones.map(({ radiusMiles, lifeSafety, state, reason, clearAt }) => {
      const at = clearAt === null ? Number.NEGATIVE_INFINITY : Date.parse(clearAt);
      return {
        radiusMiles,
        lifeSafety,
        status:
          state === 'clear'
            ? { kind: 'clear', since: at }
            : { kind: 'delay', reason: reason ?? 'observing', clearAt: at },
      };
    }),
  };
}

/** The instant through which lightning at each place is observed, product epoch ms; null while it is not. */
export function observedThroughOf(delays: Delays): Map<string, number | null> {
  return new Map(
    delays.map(({ locationId, delay }) => [
      locationId,
      delay && Math.min(Date.parse(delay.observedThrough), Date.parse(delay.now)),
    ]),
  );
}

/** Since when each of some texts has been the same, in real epoch ms. */
class Steady {
  readonly #held = new Map<string, { readonly text: string; readonly sinceMs: number }>();

  note(id: string, text: string, atMs: number): void {
    if (this.#held.get(id)?.text !== text) this.#held.set(id, { text, sinceMs: atMs });
  }

  sinceMs(id: string): number {
    return this.#held.get(id)?.sinceMs ?? Number.POSITIVE_INFINITY;
  }

  forget(): void {
    this.#held.clear();
  }
}

/** What the API answers for each place, and since when. */
export class ApiAnswers {
  readonly #server: ServerProcess;
  readonly #lightning = new Steady();
  readonly #warnings = new Steady();
  #answers: ReturnType<typeof answersOf> = new Map();

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  async ask(isServerAway: boolean): Promise<void> {
    try {
      if (isServerAway) throw new Error('The server is away.');
      const client = await clientOf(this.#server);
      const [delays, violations] = await Promise.all([client.listDelays(), client.listAllViolations()]);
      const nowMs = Date.now();
      for (const [id, kind] of answersOf(delays, [])) this.#lightning.note(id, kind, nowMs);
      const byId = new Map(violations.map((one) => [one.locationId, one.warnings]));
      for (const { locationId } of delays) {
        const open = (byId.get(locationId) ?? []).map(({ id, heldSince }) => `${id} ${heldSince !== null}`);
        this.#warnings.note(locationId, open.sort().join(), nowMs);
      }
      this.#answers = answersOf(delays, violations);
    } catch {
      // What holds after an outage begins anew.
      this.#lightning.forget();
      this.#warnings.forget();
      this.#answers = new Map();
    }
  }

  answer(id: string): string | undefined {
    return this.#answers.get(id);
  }

  /** The answer that the page must show; null where it changed since the page last received one. */
  settled(
    id: string,
    { lightningAtMs, warningsAtMs }: { readonly lightningAtMs: number; readonly warningsAtMs: number },
  ): string | null {
    const isOfNow =
      this.#lightning.sinceMs(id) < lightningAtMs - redrawnWithinMs &&
      (this.#warnings.sinceMs(id) < warningsAtMs - redrawnWithinMs ||
        this.#warnings.sinceMs(id) < Date.now() - settledMs);
    return isOfNow ? (this.#answers.get(id) ?? null) : null;
  }
}
