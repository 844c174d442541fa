import type { StrikePoints } from '@allclear/contract';
import type { StoredFlash } from './store.ts';

type Columns = Pick<StrikePoints, 'ids' | 'at' | 'longitude' | 'latitude' | 'ampKa' | 'energyJ' | 'type'>;

/**
 * Strikes as columns: a map loads tens of thousands at once, and a list of objects would take several times
 * as long on both sides.
 */
export function presentStrikePoints(strikes: readonly StoredFlash[]): Columns {
  return {
    ids: strikes.map(idOf),
    at: strikes.map(({ at }) => Math.round(at / 1_000)),
    longitude: strikes.map(({ longitude }) => metre(longitude)),
    latitude: strikes.map(({ latitude }) => metre(latitude)),
    ampKa: strikes.map(({ amplitudeKa }) => amplitudeKa),
    energyJ: strikes.map(({ energyJ }) => (energyJ === null ? null : Number(energyJ.toPrecision(3)))),
    type: strikes.map(({ type }) => type),
  };
}

/** Degrees to some meters: no network locates a strike more precisely. */
function metre(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

/**
 * The feed's name for a strike as a number of 53 bits (two multiplicative hashes side by side): of 30,000
 * strikes two share one once in 20 million views.
 */
export function idOf({ feed, key }: Pick<StoredFlash, 'feed' | 'key'>): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  const take = (text: string) => {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      high = Math.imul(high ^ code, 0x9e3779b1);
      low = Math.imul(low ^ code, 0x5f356495);
    }
  };
  take(feed);
  take(':');
  take(key);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
