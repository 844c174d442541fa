import type { Evapotranspiration, EvapotranspirationPoint } from '@allclear/contract';
import {
  type EvapotranspirationNeed,
  evapotranspirationStandard,
  evapotranspirationTotals,
  fahrenheitFromCelsius,
  feetFromMetres,
  mphFromMps,
  roundTo,
} from '@allclear/domain';
import { timeZoneOf } from '../../organizations/index.ts';
import type { EvapotranspirationStation, StationEvapotranspiration } from './evapotranspiration-of-days.ts';

interface Evapotranspirations {
  /** Those that were asked for, and the last seven whole ones. */
  readonly days: readonly StationEvapotranspiration[];
  readonly week: readonly StationEvapotranspiration[];
  readonly lacks: EvapotranspirationNeed[];
}

export function presentEvapotranspiration(
  station: EvapotranspirationStation,
  { days, week, lacks }: Evapotranspirations,
): Evapotranspiration {
  const timeZone = timeZoneOf(station);
  return {
    points: days.map((day) => presentDay(day, timeZone)),
    totals: evapotranspirationTotals(week).map(({ days: length, inches, missingDays }) => ({
      days: length,
      value: inches,
      approx: week.slice(-length).some(({ radiation }) => radiation === 'estimated'),
      missingDays: [...missingDays],
    })),
    standard: evapotranspirationStandard,
    timeZone,
    elevationFeet: roundTo(feetFromMetres(station.elevationM), 0),
    windHeightFeet: rounded(feetFromMetres(station.windHeightM), 1),
    lacks,
  };
}

function presentDay(
  { day, inches, missing, radiation, cloudStation, pyranometerFault, inputs }: StationEvapotranspiration,
  timeZone: string,
): EvapotranspirationPoint {
  return {
    value: inches,
    date: day,
    timeZone,
    missing: [...missing],
    approx: radiation === 'estimated',
    cloudStation: cloudStation && { ...cloudStation, distanceMiles: rounded(cloudStation.distanceMiles, 1) },
    pyranometerFault,
    inputs: inputs && {
      maxAmbientTemperature: rounded(fahrenheitFromCelsius(inputs.tMaxC), 1),
      minAmbientTemperature: rounded(fahrenheitFromCelsius(inputs.tMinC), 1),
      avgDewPoint: rounded(fahrenheitFromCelsius(inputs.dewPointC), 1),
      avgWindSpeed: rounded(mphFromMps(inputs.windMps), 1),
      solarRadiation: rounded(inputs.solarMjM2, 2),
    },
  };
}

/** Of a number that is there. */
function rounded(value: number | null, decimals: number): number {
  return roundTo(value, decimals) ?? Number.NaN;
}
