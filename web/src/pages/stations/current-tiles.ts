import type { StationCurrent } from '@allclear/contract';
import { compass8, roundTo } from '@allclear/domain';
import type { Tile } from '../../features/conditions/conditions-view.ts';
import { feelsLikeOf } from '../../features/stations/current/feels-like.ts';

/** The tiles of a station's page: rounded, '--' for what is missing. No policy is named here: others may read it. */
export function currentTiles(station: StationCurrent): Tile[] {
  const tile = (name: Tile['name'], value: number | null, unit: string, decimals: number): Tile => {
    const rounded = roundTo(value, decimals);
    return {
      ...{ name, value: rounded === null ? '--' : rounded.toFixed(decimals) },
      unit: rounded === null ? '' : unit,
      ...{ gauge: null, approximate: false, state: null, unsaid: false, warned: false },
    };
  };
  return [
    tile('Temp', station.ambientTemperature, '°F', 0),
    tile('Precip', station.calibratedData.rainToday, 'in', 2),
    tile('Feels', feelsLikeOf(station), '°F', 0),
    tile('WBGT', station.wetBulbGlobalTemp, '°F', 1),
    tile('Wind', station.windSpeed, 'mph', 0),
  ];
}

/** 'SW, gusts 23'; a calm has no direction. */
export function windNote({ windSpeed, windDirection, windGust }: StationCurrent): string {
  const from = windSpeed === null || windSpeed === 0 ? null : compass8(windDirection);
  const gust = roundTo(windGust, 0);
  return [from ?? '', gust === null ? '' : `gusts ${gust}`].filter(Boolean).join(', ');
}
