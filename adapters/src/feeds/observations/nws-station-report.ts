import { dewPointC, milesFromMetres } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import { fieldsOf, instantOf, numberOf, textOf } from '../read-json.ts';
import type { StationReport } from './port.ts';

const SOURCE = 'api.weather.gov/stations';
/**
 * Quality control flags of rejected (X), erroneous (Q) or manually rejected (B) values; 'qc:X' in older
 * responses.
 */
const rejected = /^(qc:)?[XQB]$/i;

/**
 * Conversion to the target unit, by the unit code of the service ('wmoUnit:km_h-1'; 'unit:km_h-1' in older
 * responses).
 */
type Conversions = Readonly<Record<string, (value: number) => number>>;
const units = {
  celsius: { degC: (value) => value, degF: (value) => ((value - 32) * 5) / 9, K: (value) => value - 273.15 },
  mps: { 'km_h-1': (value) => value / 3.6, 'm_s-1': (value) => value },
  degrees: { 'degree_(angle)': (value) => value },
  hpa: { Pa: (value) => value / 100, hPa: (value) => value },
  meters: { m: (value) => value, km: (value) => value * 1_000, ft: (value) => value * 0.3048 },
  mm: { mm: (value) => value, m: (value) => value * 1_000 },
  percent: { percent: (value) => value },
} satisfies Record<string, Conversions>;
/** Eighths of the sky, the middle of the range of each code. */
const cover: Readonly<Record<string, number>> = {
  SKC: 0,
  CLR: 0,
  NSC: 0,
  FEW: 1.5 / 8,
  SCT: 3.5 / 8,
  BKN: 6 / 8,
  OVC: 1,
  VV: 1,
};
/** Automated stations measure visibility up to 10 miles. */
const furthestMeters = 16_000;

/**
 * Reads the service's response: one observation, or a list of them, of which the newest counts. Null for an
 * empty list.
 */
export function parseNwsObservations(json: unknown, stationId: string): StationReport | null {
  const { features } = fieldsOf(json);
  if (!Array.isArray(features)) return parseNwsObservation(json, stationId);
  return (
    features
      .map((feature) => parseNwsObservation(feature, stationId))
      .sort((a, b) => b.observedAt - a.observedAt)[0] ?? null
  );
}

/**
 * Reads `stations/{id}/observations/latest` (a GeoJSON feature). Any value may be null, and is missing then;
 * so are values that quality control rejected. Throws AdapterError `malformed` when it is no observation, or
 * a value has an unknown unit.
 */
function parseNwsObservation(json: unknown, stationId: string): StationReport {
  const feature = fieldsOf(json);
  const properties = fieldsOf(feature.properties);
  const coordinates = fieldsOf(feature.geometry).coordinates;
  const [longitude, latitude] = Array.isArray(coordinates)
    ? [numberOf(coordinates[0]), numberOf(coordinates[1])]
    : [null, null];
  // An observation without values has its time only in its name.
  const observedAt =
    instantOf(properties.timestamp) ??
    instantOf((textOf(properties['@id']) ?? textOf(feature.id) ?? '').split('/').at(-1));
  const isPlace =
    latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  if (!isPlace || observedAt === null)
    throw new AdapterError(
      SOURCE,
      'malformed',
      `The observation of ${stationId} is not of the shape that is known.`,
    );

  const read = (name: string, conversions: Conversions): number | null => {
    const given = fieldsOf(properties[name]);
    const value = numberOf(given.value);
    if (value === null || rejected.test(textOf(given.qualityControl) ?? '')) return null;
    const code = (textOf(given.unitCode) ?? '').replace(/^(wmoUnit|unit|wmo):/, '');
    const convert = conversions[code];
    if (!convert)
      throw new AdapterError(
        SOURCE,
        'malformed',
        `The observation of ${stationId} has ${name} in a unit that is not known.`,
      );
    return convert(value);
  };
  const temperatureC = read('temperature', units.celsius);
  const visibilityM = read('visibility', units.meters);
  const windMps = read('windSpeed', units.mps);
  const text = textOf(properties.textDescription);
  return {
    stationId,
    stationName: textOf(properties.stationName) ?? stationId,
    latitude,
    longitude,
    elevationM: read('elevation', units.meters),
    observedAt,
    temperatureC,
    dewPointC:
      read('dewpoint', units.celsius) ?? dewPointC(temperatureC, read('relativeHumidity', units.percent)),
    windMps,
    windGustMps: read('windGust', units.mps),
    windDirection: windMps === 0 ? null : read('windDirection', units.degrees),
    altimeterHpa: read('seaLevelPressure', units.hpa) ?? read('barometricPressure', units.hpa),
    visibilityMiles: milesFromMetres(visibilityM),
    visibilityAtLeast: visibilityM !== null && visibilityM >= furthestMeters,
    precipitationLastHourMm: read('precipitationLastHour', units.mm),
    cloudCover: coverOf(properties.cloudLayers),
    weatherText: text,
    thunder: /thunder/i.test(text ?? '') ? 'yes' : 'unknown',
    raw: textOf(properties.rawMessage) ?? '',
  };
}

function coverOf(layers: unknown): number | null {
  if (!Array.isArray(layers)) return null;
  const known = layers
    .map((layer) => cover[textOf(fieldsOf(layer).amount)?.toUpperCase() ?? ''])
    .filter((part) => part !== undefined);
  return known.length === 0 ? null : Math.max(...known);
}
