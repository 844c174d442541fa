import {
  celsiusFromFahrenheit,
  hpaFromInchesOfMercury,
  mmFromInches,
  mpsFromMph,
  relativeHumidityPct,
  type StationValues,
  stationMeasures,
} from '@allclear/domain';
import { readUploadTime } from './upload-time.ts';

/** The credentials of a device. `uploadId` is null where its protocol has a key alone. */
export interface UploadCredentials {
  readonly uploadId: string | null;
  readonly key: string;
}

export interface StationUpload {
  readonly protocol: 'ecowitt' | 'ambient' | 'wunderground';
  /** Epoch ms, never after `now`. */
  readonly observedAt: number;
  /** The measurements of the device, unchecked; null is missing. */
  readonly values: StationValues;
  /** Of a lightning sensor: instant and distance of its last strike. */
  readonly lastStrike: { readonly at: number; readonly distanceKm: number } | null;
}

/** An upload that cannot be read; the message is a sentence without any of the uploaded content. */
export class BadUpload extends Error {}

/**
 * The highest plausible reading of a barometer, inches of mercury. A report above it was converted to other
 * units under the names of the protocol, so the units of all its values are unknown.
 */
export const maxInchesOfMercury = 33;
/** A WBGT above this can be in °F only. */
export const maxWbgtC = 50;

/** A form or a query as received: all values are text; MQTT's JSON may contain numbers. */
export type UploadFields = Readonly<Record<string, unknown>>;

/**
 * Reads the credentials of an upload: `PASSKEY` (Ecowitt, Ambient Weather) or `ID` with `PASSWORD` (Weather
 * Underground). Null when there are none.
 */
export function uploadCredentials(fields: UploadFields): UploadCredentials | null {
  const password = textOf(fields, 'password');
  if (password !== null) {
    const uploadId = textOf(fields, 'id');
    return uploadId === null ? null : { uploadId, key: password };
  }
  const passkey = textOf(fields, 'passkey');
  return passkey === null ? null : { uploadId: null, key: passkey };
}

/**
 * Reads a station's upload in the format of Ecowitt, Ambient Weather or Weather Underground, whose names
 * differ little: °F, mph, inches, inches of mercury, W/m². Names are case-insensitive; an empty text, -9999
 * and anything but a number is missing. Of the two kinds of rain gauge (tipping and piezo) the larger value
 * counts, since a station sends zeros for the kind that it lacks. Throws BadUpload when there is no measure
 * at all, or the time is invalid.
 */
export function readStationUpload(fields: UploadFields, now: number): StationUpload {
  const number = (...names: string[]): number | null => {
    for (const name of names) {
      const value = numberOf(textOf(fields, name));
      if (value !== null) return value;
    }
    return null;
  };
  const maximum = (...names: string[]): number | null => {
    const given = names.map((name) => number(name)).filter((value) => value !== null);
    return given.length === 0 ? null : Math.max(...given);
  };
  const inchesOfMercury = number('baromrelin', 'baromin');
  const isConverted = Math.max(inchesOfMercury ?? 0, number('baromabsin') ?? 0) > maxInchesOfMercury;
  const inUnits = (value: number | null) => (isConverted ? null : value);
  const temperatureC = celsiusFromFahrenheit(inUnits(number('tempf')));
  const dewPointC = celsiusFromFahrenheit(inUnits(number('dewptf', 'dewpoint')));
  const wbgt = number('wbgt');
  const values: StationValues = {
    temperatureC,
    relativeHumidityPct: number('humidity') ?? relativeHumidityPct(temperatureC, dewPointC),
    windMps: mpsFromMph(inUnits(number('windspeedmph'))),
    windGustMps: mpsFromMph(inUnits(number('windgustmph'))),
    windDirectionDeg: number('winddir'),
    // Unchanged: the quality checks flag it as out of range, which informs people.
    seaLevelPressureHpa: hpaFromInchesOfMercury(inchesOfMercury),
    solarWm2: number('solarradiation'),
    rainRateMmPerHour: mmFromInches(inUnits(maximum('rainratein', 'rrain_piezo'))),
    rainLastHourMm: mmFromInches(inUnits(maximum('hourlyrainin', 'hrain_piezo', 'rainin'))),
    rainTodayMm: mmFromInches(inUnits(maximum('dailyrainin', 'drain_piezo'))),
    pm25Ugm3: number('pm25', 'pm25_ch1', 'pm25_co2', 'aqpm2.5'),
    pm10Ugm3: number('pm10', 'pm10_co2', 'aqpm10'),
    // Devices that send a bare 'wbgt' do not agree on its unit.
    wbgtC: celsiusFromFahrenheit(
      inUnits(number('wbgtf') ?? (wbgt !== null && wbgt > maxWbgtC ? wbgt : null)),
    ),
  };
  if (stationMeasures.every((measure) => values[measure] === null))
    throw new BadUpload('The report holds no measure that is known.');
  const time = readUploadTime(textOf(fields, 'dateutc'), now);
  if (time.kind === 'bad') throw new BadUpload(time.problem);
  return {
    protocol: protocolOf(fields),
    observedAt: time.at,
    values,
    lastStrike: lastStrikeOf(number('lightning_time'), number('lightning'), now),
  };
}

function protocolOf(fields: UploadFields): StationUpload['protocol'] {
  if (textOf(fields, 'password') !== null || textOf(fields, 'action') !== null) return 'wunderground';
  return /^amb/i.test(textOf(fields, 'stationtype') ?? '') ? 'ambient' : 'ecowitt';
}

/** `lightning_time` is in epoch seconds (Ecowitt) or ms; a strike in the future means a wrong clock. */
function lastStrikeOf(
  time: number | null,
  distanceKm: number | null,
  now: number,
): StationUpload['lastStrike'] {
  if (time === null || distanceKm === null || !(distanceKm >= 0 && distanceKm <= 100)) return null;
  const at = time > 1e11 ? time : time * 1_000;
  return at > 0 && at <= now + 60_000 ? { at, distanceKm } : null;
}

function textOf(fields: UploadFields, wanted: string): string | null {
  const value =
    fields[wanted] ?? fields[Object.keys(fields).find((name) => name.toLowerCase() === wanted) ?? ''];
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

function numberOf(text: string | null): number | null {
  if (text === null || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  const value = Number(text);
  // -9999 marks a missing sensor; some devices send -999 or -9999.0.
  return !Number.isFinite(value) || value <= -999 ? null : value;
}
