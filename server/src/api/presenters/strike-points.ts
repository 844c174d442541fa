import type { StrikePoints } from '@allclear/contract';
import type { StoredFlash } from '../../store/lightning.ts';

type Columns = Pick<StrikePoints, 'ids' | 'at' | 'longitude' | 'latitude' | 'ampKa' | 'energyJ' | 'type'>;

/** Strikes as columns: a map wants tens of thousands of them at once, and a list of objects would take either side several times as long. */
export function presentStrikePoints(strikes: readonly StoredFlash[], numberOf: (strike: StoredFlash) => number): Columns {
  return {
    ids: strikes.map(numberOf),
    at: strikes.map(({ at }) => Math.round(at / 1_000)),
    longitude: strikes.map(({ longitude }) => metre(longitude)),
    latitude: strikes.map(({ latitude }) => metre(latitude)),
    ampKa: strikes.map(({ amplitudeKa }) => amplitudeKa),
    energyJ: strikes.map(({ energyJ }) => energyJ),
    type: strikes.map(({ type }) => type),
  };
}

/** Degrees to some metres: no network knows a strike's place better. */
function metre(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
