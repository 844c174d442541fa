import type { LightningDelay } from '@allclear/contract';
import type { ClearClaim } from './judge-lightning.ts';

/** A place whose answers are watched. */
export interface WatchedLocation {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** One request to a server, at a time of the wall clock, epoch ms. */
export interface Sample {
  readonly url: string;
  readonly askedAt: number;
  readonly answeredAt: number;
  /** `answered`, `unknown` (it says that lightning is not observed), or `failed`. */
  readonly kind: 'answered' | 'unknown' | 'failed';
}

interface DelayRow {
  readonly locationId: string;
  readonly delay: LightningDelay | null;
}

export interface AnswerWatch {
  readonly samples: readonly Sample[];
  readonly claims: readonly ClearClaim[];
  /** Delays of zones that were seen: without any a run shows nothing. */
  delaysSeen(): number;
  /** By how much the product's clock of any server went back, ms. */
  clockWentBackMs(): number;
  stop(): Promise<void>;
}

/** A request that is not answered for so long has failed, ms. */
const givenUpMs = 2_000;
const everyMs = 80;

/** Asks servers for the lightning of all places, again and again, and keeps what they said. */
export function watchAnswers(options: {
  /** Of the servers; read before each request, so that one may come and go. */
  readonly urls: () => readonly string[];
  readonly key: string;
  readonly locations: () => readonly WatchedLocation[];
  readonly wallNow: () => number;
}): AnswerWatch {
  const { urls, key, locations, wallNow } = options;
  const samples: Sample[] = [];
  const claims: ClearClaim[] = [];
  const reached = new Map<string, number>();
  let [delays, wentBackMs, isOver] = [0, 0, false];

  const ask = async (url: string): Promise<void> => {
    const askedAt = wallNow();
    const rows = await fetch(`${url}/api/location/Delay`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(givenUpMs),
    }).then(
      async (answer) => (answer.ok ? ((await answer.json()) as { data: DelayRow[] }).data : null),
      () => null,
    );
    const answeredAt = wallNow();
    const known = rows?.filter(({ delay }) => delay !== null) ?? [];
    const kind = rows === null ? 'failed' : known.length === 0 && rows.length > 0 ? 'unknown' : 'answered';
    samples.push({ ...{ url, askedAt, answeredAt, kind } });
    let newest = 0;
    for (const { locationId, delay } of known) {
      const place = locations().find(({ id }) => id === locationId);
      if (!place || delay === null) continue;
      const now = Date.parse(delay.now);
      newest = Math.max(newest, now);
      delays += delay.zones.filter(({ state }) => state === 'delay').length;
      const clearRadii = delay.zones
        .filter(({ state }) => state === 'clear')
        .map(({ radiusMiles }) => radiusMiles);
      const { latitude, longitude } = place;
      claims.push({
        ...{
          place: locationId,
          latitude,
          longitude,
          clearRadii,
          allClearMinutes: delay.allClearMinutes,
          now,
        },
        ...{ observedThrough: Date.parse(delay.observedThrough), askedAt, answeredAt },
      });
    }
    if (newest === 0) return;
    const before = reached.get(url) ?? 0;
    wentBackMs = Math.max(wentBackMs, before - newest);
    reached.set(url, Math.max(before, newest));
  };
  const running = (async () => {
    while (!isOver) {
      await Promise.all(urls().map(ask));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  return {
    ...{ samples, claims },
    delaysSeen: () => delays,
    clockWentBackMs: () => wentBackMs,
    async stop() {
      isOver = true;
      await running;
    },
  };
}
