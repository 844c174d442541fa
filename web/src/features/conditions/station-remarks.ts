import type { LocationObservation, WeatherStation } from '@allclear/contract';
import { roundTo } from '@allclear/domain';

const measureText: Readonly<Record<string, string>> = {
  ambientTemperature: 'temperature',
  relativeHumidity: 'humidity',
  windSpeed: 'wind speed',
  windGust: 'wind gust',
  windDirectionDegrees: 'wind direction',
  pressure: 'pressure',
  solarRadiation: 'sunshine',
  rainRate: 'rain rate',
  precipitation: 'precipitation',
  rainToday: 'rain today',
  pm25: 'PM2.5',
  wgbt: 'WBGT',
};
const reasonText = { range: 'out of range', step: 'jumped too far', stuck: 'has not moved' } as const;

/**
 * What users should know about the stations behind the conditions: values that quality checks removed from
 * this report, and faults of the place's own stations (which are then not the source).
 */
export function stationRemarks(
  { flagged = [] }: LocationObservation,
  stations: readonly WeatherStation[],
): string[] {
  const rejected = flagged.map(
    ({ measure, value, unit, reason }) =>
      `${measureText[measure] ?? measure} ${roundTo(value, 1)} ${unit} (${reasonText[reason]})`,
  );
  const faults = stations
    .filter(({ flagged: flags }) => flags.length === 0)
    .flatMap(({ name, fault }) => (fault === null ? [] : `${name}: ${fault}`));
  return [
    ...(rejected.length === 0 ? [] : [`Kept out by quality checks: ${rejected.join(', ')}.`]),
    ...faults,
  ];
}
