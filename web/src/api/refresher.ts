import type { ChangeEvent } from '@allclear/contract';

export type QueryKey = readonly string[];

/** What no event announces; it is asked for again when a stream begins. */
const quietKeys: QueryKey[] = [
  ['forecast-hours'],
  ['forecast-days'],
  ['air-quality'],
  ['stations'],
  ['station-image-time'],
  ['heat-series'],
  ['condition-history'],
  ['strikes'],
];
const profileKeys: QueryKey[] = [['work-rest'], ['risk-profile'], ['heat-profiles']];
const warningKeys: QueryKey[] = [['violations'], ['advisories'], ['forecasts'], ['threats'], ['map-alerts']];

/** The queries that a change makes old; a key without an id stands for all of its kind. */
export function keysOf({ topic, locationIds }: ChangeEvent): QueryKey[] {
  const perLocation = (kind: string): QueryKey[] =>
    locationIds === null ? [[kind]] : locationIds.map((id) => [kind, id]);
  switch (topic) {
    case 'lightning':
      return [['delays']];
    case 'observations':
      return perLocation('observation');
    case 'locations':
      return [['locations'], ['delays']];
    case 'status':
      return [['status']];
    case 'hello':
      return [
        ['locations'],
        ['delays'],
        ['observation'],
        ['status'],
        ...warningKeys,
        ...quietKeys,
        ...profileKeys,
        ['notifications'],
        ['policies'],
      ];
    case 'warnings':
      return warningKeys;
    case 'profiles':
      return profileKeys;
    case 'notifications':
      return [['notifications']];
    case 'policies':
      // A lightning policy locks radii and timers.
      return [['policies'], ['locations'], ['delays'], ...warningKeys];
    case 'strikes':
      return [['strikes']];
  }
}

const maxTimeoutMs = 2_000;
/**
 * So many renewals of a query come at once; in a storm of events it is then renewed once in the time below,
 * so that 50 strikes a second cost no more than a few.
 */
const burst = 3;
const sustainedMs = 15_000;
/**
 * Strikes are on the map within a second; only those that came are asked for, and only while a map is open.
 */
const urgentMs: Readonly<Record<string, number>> = { delays: 3_000, strikes: 600, violations: 10_000 };

/**
 * Renews what became old, each query by itself: at once, but not more often than the pace above; an answer
 * under way is never thrown away for the next event, and the last event is never lost.
 */
export function createRefresher(
  renew: (key: QueryKey) => Promise<unknown>,
): (changes: ChangeEvent[]) => void {
  const paced = new Map<string, () => void>();

  return (changes) => {
    for (const key of new Map(changes.flatMap(keysOf).map((key) => [key.join('|'), key])).values()) {
      const name = key.join('|');
      if (!paced.has(name))
        paced.set(
          name,
          throttle(() => renew(key), urgentMs[key[0] ?? ''] ?? sustainedMs),
        );
      paced.get(name)?.();
    }
  };
}

/**
 * Work that is asked for more often than it may be done: it is done as soon as it may be, and once more when
 * it was asked for meanwhile.
 */
function throttle(work: () => Promise<unknown>, everyMs: number): () => void {
  let left = burst;
  let countedMs = performance.now();
  let busy = false;
  let again = false;

  const run = async () => {
    busy = true;
    do {
      again = false;
      const nowMs = performance.now();
      left = Math.min(burst, left + (nowMs - countedMs) / everyMs);
      countedMs = nowMs;
      if (left < 1) await rest((1 - left) * everyMs);
      left -= 1;
      again = false;
      await Promise.race([work().catch(() => undefined), rest(maxTimeoutMs)]);
    } while (again);
    busy = false;
  };
  return () => {
    again = true;
    if (!busy) void run();
  };
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
