import type { LocationObservation } from '@allclear/contract';
import { roundTo, shownWindMph } from '@allclear/domain';

/** An answer that has not been renewed for this long (milliseconds of weather) is no longer current, whatever it said of itself. */
const unrefreshedLimitMs = 10 * 60_000;

export interface Tile {
  name: 'Temp' | 'Precip' | 'Feels' | 'WBGT' | 'Wind';
  /** '--' when missing. */
  value: string;
  unit: string;
  /** Estimated from a station that is not the location's own. */
  approximate: boolean;
}

/** Whether the conditions may not be shown as current: by the server's word, or because they were not refreshed. */
export function conditionsAreStale(answer: LocationObservation, nowMs: number | null): boolean {
  return answer.stale || nowMs === null || !(nowMs - Date.parse(answer.now) <= unrefreshedLimitMs);
}

/** Decimals shown of each number (spec 1 section 9). */
const decimals: Record<Tile['name'], number> = { Temp: 0, Precip: 2, Feels: 0, WBGT: 1, Wind: 0 };

function tile(name: Tile['name'], measured: { value: number | null; unit: string }, approximate = false): Tile {
  const rounded = roundTo(measured.value, decimals[name]);
  if (rounded === null) return { name, value: '--', unit: '', approximate: false };
  return { name, value: rounded.toFixed(decimals[name]), unit: measured.unit, approximate };
}

export function tilesOf(answer: LocationObservation): Tile[] {
  const { data, weatherStation } = answer;
  return [
    tile('Temp', data.ambientTemperature),
    tile('Precip', data.precipitation),
    tile('Feels', data.feelLike),
    tile('WBGT', data.wgbt, weatherStation.type === 0),
    tile('Wind', data.windSpeed),
  ];
}

/** What stands under the wind: where it comes from and its gusts. */
export function windText(data: LocationObservation['data']): string {
  const from = data.windDirection === 'VRB' ? 'Variable' : (data.windDirection ?? '');
  const gustMph = shownWindMph(data.windGust.value);
  const gusts = gustMph === null ? '' : `gusts ${gustMph}`;
  return [from, gusts].filter((part) => part !== '').join(', ');
}

/** Degrees by which an arrow that points up is turned to point where the wind blows to; null when it has no direction. */
export function windArrowDegrees(data: LocationObservation['data']): number | null {
  if (data.windDirection === 'VRB' || data.windDirectionDegrees === null || !data.windSpeed.value) return null;
  return (data.windDirectionDegrees + 180) % 360;
}

/** The page with a station's history, or null when it may not be seen (spec 1 section 2.2). */
export function historicalPath({ canViewHistorical, weatherStation }: LocationObservation): string | null {
  if (!canViewHistorical || !(weatherStation.type > 0)) return null;
  return `/Historical/${encodeURIComponent(weatherStation.id)}/${encodeURIComponent(weatherStation.imageUrl ?? '')}`;
}
