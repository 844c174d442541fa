import { celsiusFromFahrenheit, HOUR_MS, mmFromInches, mpsFromKnots, mpsFromMph } from '@allclear/domain';
import { AdapterError } from '../adapter-error.ts';
import type { HttpClient } from '../http-client/index.ts';
import { fieldsOf, numberOf, readJson } from './read-json.ts';

/** Common parts of all Open-Meteo services: hosts, keys, and responses of parallel lists by hour. */

const SOURCE = 'open-meteo.com';
const MAX_BYTES = 2 * 1024 * 1024;

/** How Open-Meteo is reached; without a key its free service is used. */
export interface OpenMeteoAccess {
  readonly http: HttpClient;
  readonly key: string | null;
}

/** Time between requests: without a key 10,000 requests a day are allowed; one with eleven variables counts as 1.1. */
export function openMeteoPauseMs(key: string | null): number {
  return key === null ? 10_000 : 1_000;
}

/** Quantities of the variables, in °C, m/s, %, degrees, mm and µg/m³; a code is a bare number. */
export type OpenMeteoQuantity =
  | 'temperature'
  | 'speed'
  | 'percent'
  | 'angle'
  | 'depth'
  | 'concentration'
  | 'code';

const same = (value: number) => value;

/** Names of variables until 2024; some servers still use them. */
const formerNames: Readonly<Record<string, string>> = {
  relative_humidity_2m: 'relativehumidity_2m',
  wind_speed_10m: 'windspeed_10m',
  wind_gusts_10m: 'windgusts_10m',
  wind_direction_10m: 'winddirection_10m',
  cloud_cover: 'cloudcover',
  weather_code: 'weathercode',
};

/** Conversions by the unit that the response names. */
const units: Record<OpenMeteoQuantity, Readonly<Record<string, (value: number) => number | null>>> = {
  temperature: { '°C': same, '°F': celsiusFromFahrenheit },
  speed: {
    'm/s': same,
    'km/h': (value) => value / 3.6,
    'mp/h': mpsFromMph,
    mph: mpsFromMph,
    kn: mpsFromKnots,
  },
  percent: { '%': same },
  angle: { '°': same },
  depth: { mm: same, cm: (value) => value * 10, inch: mmFromInches },
  // The micro sign may be either of its two code points.
  concentration: { '\u00b5g/m³': same, '\u03bcg/m³': same },
  code: { 'wmo code': same, '': same, dimensionless: same },
};

/** Values outside are errors. */
const ranges: Record<OpenMeteoQuantity, readonly [number, number]> = {
  temperature: [-90, 70],
  speed: [0, 150],
  percent: [0, 100],
  angle: [0, 360],
  depth: [0, 3_000],
  concentration: [0, 100_000],
  code: [0, 1_000],
};

/**
 * Requests a service: with a key the host for customers ('customer-' before the name, the key as `apikey`),
 * as documented; without one the free host. `path` begins with the host: 'api.open-meteo.com/v1/forecast'.
 */
export async function askOpenMeteo(
  http: HttpClient,
  {
    path,
    key,
    query,
    signal,
  }: { path: string; key: string | null; query: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Uint8Array> {
  const search = new URLSearchParams({ ...query, timezone: 'UTC', ...(key === null ? {} : { apikey: key }) });
  const url = `https://${key === null ? '' : 'customer-'}${path}?${search}`;
  return (await http.get({ source: SOURCE, url, signal, maxBytes: MAX_BYTES })).bytes;
}

export interface OpenMeteoHours {
  /** Meters above sea level. */
  readonly elevationM: number | null;
  /** Instants, epoch ms; null for one that cannot be read or is no whole hour. */
  readonly times: readonly (number | null)[];
  /** Whether the response contains a variable, even as nulls. */
  has(variable: string): boolean;
  /**
   * A variable's value by index; null where it is missing or impossible. Throws AdapterError for an unknown
   * unit.
   */
  of(variable: string, quantity: OpenMeteoQuantity): (index: number) => number | null;
}

export function malformedOpenMeteo(what: string, problem: string): AdapterError {
  return new AdapterError(SOURCE, 'malformed', `${what} ${problem}.`);
}

/**
 * Reads the hours of a response; of one with the current values only, that one hour. `what` begins the
 * sentence of an error. Throws AdapterError `malformed` for another shape.
 */
export function readOpenMeteoHours(bytes: Uint8Array, what: string): OpenMeteoHours {
  const answer = fieldsOf(readJson(bytes, SOURCE, what));
  const isHourly = answer.hourly !== undefined;
  const lists = isHourly ? fieldsOf(answer.hourly) : listsOfOne(fieldsOf(answer.current));
  const names = fieldsOf(isHourly ? answer.hourly_units : answer.current_units);
  const offset = numberOf(answer.utc_offset_seconds);
  if (!Array.isArray(lists.time) || offset === null)
    throw malformedOpenMeteo(what, 'is not one of the shape that is known');
  return {
    elevationM: numberOf(answer.elevation),
    times: lists.time.map((time) => instantOf(time, offset)),
    has: (variable) => Array.isArray(lists[variable]),
    of(variable, quantity) {
      const former = formerNames[variable];
      const name = former !== undefined && lists[variable] === undefined ? former : variable;
      const list: readonly unknown[] = Array.isArray(lists[name]) ? lists[name] : [];
      // A variable that the model of a place lacks is a list of nulls in the unit 'undefined'.
      if (list.every((value) => numberOf(value) === null)) return () => null;
      const convert = units[quantity][String(names[name] ?? 'none')];
      if (!convert) throw malformedOpenMeteo(what, `has ${variable} in a unit that is not known`);
      const [least, maximum] = ranges[quantity];
      return (index) => {
        const given = numberOf(list[index]);
        const value = given === null ? null : convert(given);
        return value !== null && value >= least && value <= maximum ? value : null;
      };
    },
  };
}

function listsOfOne(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
}

/**
 * '2026-08-23T18:00' in a zone the given seconds ahead of UTC, or epoch seconds; null for anything but a
 * whole hour.
 */
function instantOf(time: unknown, offsetSeconds: number): number | null {
  let at = Number.NaN;
  if (typeof time === 'number') at = time * 1_000;
  else if (typeof time === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time))
    at = Date.parse(`${time}Z`) - offsetSeconds * 1_000;
  return Number.isNaN(at) || at % HOUR_MS !== 0 ? null : at;
}
