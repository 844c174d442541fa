import type { ChangeEvent } from '@allclear/contract';

export type QueryKey = readonly string[];

const warningKeys: QueryKey[] = [['violations'], ['advisories'], ['forecasts'], ['threats']];

/** The queries that a change makes old; a key without an id stands for all of its kind. */
export function keysOf({ topic, locationIds }: ChangeEvent): QueryKey[] {
  const perLocation = (kind: string): QueryKey[] => (locationIds === null ? [[kind]] : locationIds.map((id) => [kind, id]));
  switch (topic) {
    case 'lightning':
      return perLocation('delay');
    case 'observations':
      return perLocation('observation');
    case 'locations':
      // Whose lightning an edit changed comes as a change of its own; asking for a place that was deleted would only fail.
      return [['locations']];
    case 'status':
      return [['status']];
    case 'hello':
      return [['locations'], ['delay'], ['observation'], ['status'], ...warningKeys, ['notifications'], ['policies']];
    case 'warnings':
      return warningKeys;
    case 'notifications':
      return [['notifications']];
    case 'policies':
      // A lightning policy locks radii and timers.
      return [['policies'], ['locations'], ...warningKeys];
    case 'strikes':
      return [['strikes']];
  }
}

const mostPatienceMs = 2_000;
const restMs = 250;

/**
 * Gathers what became old and renews it in rounds, one after the other: in a storm with many events a second each query is asked for a
 * few times a second at most, an answer under way is never thrown away for the next event, and the last event is never lost.
 */
export function createRefresher(renew: (keys: QueryKey[]) => Promise<unknown>): (changes: ChangeEvent[]) => void {
  const old = new Map<string, QueryKey>();
  let running = false;

  const run = async () => {
    running = true;
    while (old.size > 0) {
      const keys = [...old.values()];
      old.clear();
      await Promise.race([renew(keys).catch(() => undefined), rest(mostPatienceMs)]);
      await rest(restMs);
    }
    running = false;
  };

  return (changes) => {
    for (const change of changes) for (const key of keysOf(change)) old.set(key.join('|'), key);
    if (!running && old.size > 0) void run();
  };
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
