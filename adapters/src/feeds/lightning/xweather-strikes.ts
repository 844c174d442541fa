import { AdapterError } from '../../adapter-error.ts';
import { fieldsOf, instantOf, numberOf, readJson, textOf } from '../read-json.ts';
import type { Flash } from './port.ts';

const SOURCE = 'xweather';

/**
 * Reads a response of Xweather's lightning endpoint. Those of its actions `closest` and `within`, and
 * `format=geojson`, have the same records. `warn_no_data` means that there was no strike, which is no outage.
 * Peak currents are in amperes on the wire. `rows` is the number of records, readable or not. Throws
 * AdapterError: `auth` for a bad client, `upstream` for an exhausted quota, `malformed` for anything else.
 */
export function parseXweatherStrikes(bytes: Uint8Array): { strikes: Flash[]; rows: number } {
  const answer = fieldsOf(readJson(bytes, SOURCE, 'The list of strikes'));
  const code = textOf(fieldsOf(answer.error).code);
  const rows = Array.isArray(answer.response)
    ? answer.response
    : Array.isArray(answer.features)
      ? answer.features
      : null;
  if (code !== null && code !== 'warn_no_data') throw failureOf(code);
  // GeoJSON has no success flag: a list is a success.
  if (
    rows === null ||
    answer.success === false ||
    (answer.success !== true && !Array.isArray(answer.features))
  ) {
    throw new AdapterError(SOURCE, 'malformed', 'The list of strikes is not of the shape that is known.');
  }
  const strikes = rows.map(strikeOf).filter((strike) => strike !== null);
  // A strike that cannot be read would be a strike without a warning.
  if (strikes.length < rows.length)
    throw new AdapterError(SOURCE, 'malformed', 'The list of strikes holds records that cannot be read.');
  return { strikes, rows: rows.length };
}

function failureOf(code: string): AdapterError {
  if (/^maxhits/.test(code))
    return new AdapterError(SOURCE, 'upstream', `The allowance of requests is spent (${code}).`, {
      retryable: true,
      status: 429,
    });
  if (/client|scope|domain|unauthorized|insufficient/.test(code))
    return new AdapterError(SOURCE, 'auth', `Access is refused (${code}).`);
  return new AdapterError(SOURCE, 'malformed', `The service says ${code.slice(0, 60)}.`);
}

function strikeOf(row: unknown): Flash | null {
  const outer = fieldsOf(row);
  const record =
    outer.type === 'Feature'
      ? { ...fieldsOf(outer.properties), id: fieldsOf(outer.properties).id ?? outer.id }
      : outer;
  const ob = fieldsOf(fieldsOf(record).ob);
  const pulse = fieldsOf(ob.pulse);
  const point = fieldsOf(outer.geometry).coordinates;
  const loc = fieldsOf(fieldsOf(record).loc);
  const latitude = numberOf(loc.lat ?? (Array.isArray(point) ? point[1] : null));
  const longitude = numberOf(loc.long ?? loc.lon ?? (Array.isArray(point) ? point[0] : null));
  const ms = numberOf(ob.timestampMS);
  const seconds = numberOf(ob.timestamp);
  const at = ms ?? (seconds === null ? instantOf(ob.dateTimeISO) : seconds * 1_000);
  if (
    latitude === null ||
    longitude === null ||
    at === null ||
    Math.abs(latitude) > 90 ||
    Math.abs(longitude) > 180
  )
    return null;
  const amperes = numberOf(pulse.peakamp);
  const kind = textOf(pulse.type)?.toLowerCase();
  return {
    key: textOf(fieldsOf(record).id) ?? `${at}:${latitude}:${longitude}`,
    at: Math.round(at),
    latitude,
    longitude,
    points: Float64Array.of(latitude, longitude),
    energyJ: null,
    amplitudeKa: amperes === null ? null : amperes / 1_000,
    quality: 0,
    type: kind === 'cg' ? 3 : kind === 'ic' ? 4 : 0,
  };
}
