import {
  celsiusFromFahrenheit,
  celsiusFromKelvin,
  HOUR_MS,
  mmFromInches,
  mpsFromKnots,
  mpsFromMph,
} from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import { fieldsOf, time } from '../alerts/nws-alert.ts';
import { numberOf } from '../read-json.ts';

/** Layers of api.weather.gov's grid: values with their valid periods, in the unit that each layer names. */

type Quantity = 'temperature' | 'speed' | 'percent' | 'angle' | 'depth';

/** Conversions to °C, m/s, %, degrees and mm by the unit's code after its prefix ('wmoUnit:' or 'unit:'). */
const units: Record<Quantity, Readonly<Record<string, (value: number) => number | null>>> = {
  temperature: { degC: (value) => value, degF: celsiusFromFahrenheit, K: celsiusFromKelvin },
  speed: {
    'km_h-1': (value) => value / 3.6,
    'm_s-1': (value) => value,
    kt: mpsFromKnots,
    'mi_h-1': mpsFromMph,
  },
  percent: { percent: (value) => value },
  angle: { 'degree_(angle)': (value) => ((value % 360) + 360) % 360 },
  depth: { mm: (value) => value, cm: (value) => value * 10, m: (value) => value * 1000, in: mmFromInches },
};

/** Values outside are errors of a sensor or a program. */
const ranges: Record<Quantity, readonly [number, number]> = {
  temperature: [-90, 70],
  speed: [0, 120],
  percent: [0, 100],
  angle: [0, 360],
  depth: [0, 3_000],
};

/** The requested hours (their starts, epoch ms): from `from`, in steps of an hour, before `to`. */
export interface HourWindow {
  readonly from: number;
  readonly to: number;
}

const DURATION = /^P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/;

/**
 * '2026-07-15T11:51:57+00:00/PT2H' as epoch ms; null for anything else. An ISO 8601 end instead of a duration
 * is read too.
 */
export function stretchOf(validTime: unknown): { readonly from: number; readonly to: number } | null {
  if (typeof validTime !== 'string') return null;
  const [start, length = ''] = validTime.split('/');
  const from = time(start);
  if (from === null) return null;
  const parts = DURATION.exec(length)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  const to = parts
    ? from +
      (((((parts[0] ?? 0) * 7 + (parts[1] ?? 0)) * 24 + (parts[2] ?? 0)) * 60 + (parts[3] ?? 0)) * 60 +
        (parts[4] ?? 0)) *
        1000
    : time(length);
  return to !== null && to > from ? { from, to } : null;
}

/**
 * Values of a layer hour by hour: the one that is valid in the middle of the hour. Null where the layer has
 * none.
 */
export function valuesByHour(layer: unknown, quantity: Quantity, window: HourWindow): (number | null)[] {
  const values: (number | null)[] = empty(window);
  for (const { from, to, value } of entriesOf(layer, quantity)) {
    forHours(window, from, to, (index) => {
      values[index] = value;
    });
  }
  return values;
}

/** Amounts of a layer hour by hour: the amount of a period is spread evenly over it. */
export function amountsByHour(layer: unknown, window: HourWindow): (number | null)[] {
  const amounts: (number | null)[] = empty(window);
  for (const { from, to, value } of entriesOf(layer, 'depth')) {
    if (value === null) continue;
    forHours(window, from, to, (index) => {
      amounts[index] = value * Math.min(1, HOUR_MS / (to - from));
    });
  }
  return amounts;
}

/**
 * Phrases of the `weather` layer hour by hour ('chance light rain showers, patchy fog'); null where there is
 * none.
 */
export function weatherByHour(layer: unknown, window: HourWindow): (string | null)[] {
  const words: (string | null)[] = empty(window);
  for (const { validTime, value } of listOf(fieldsOf(layer).values).map(fieldsOf)) {
    const stretch = stretchOf(validTime);
    if (!stretch) continue;
    const said = listOf(value)
      .map(fieldsOf)
      .filter(({ weather }) => typeof weather === 'string')
      .map(({ coverage, intensity, weather }) =>
        [coverage, intensity, weather].filter((word) => typeof word === 'string').join(' '),
      );
    forHours(window, stretch.from, stretch.to, (index) => {
      words[index] = said.length > 0 ? said.join(', ').replaceAll('_', ' ') : null;
    });
  }
  return words;
}

/** The index of each hour of a period whose middle the period covers. */
function forHours(window: HourWindow, from: number, to: number, act: (index: number) => void): void {
  const half = HOUR_MS / 2;
  const first = Math.max(0, Math.ceil((from - half - window.from) / HOUR_MS));
  const end = Math.min(Math.ceil((to - half - window.from) / HOUR_MS), (window.to - window.from) / HOUR_MS);
  for (let index = first; index < end; index++) act(index);
}

function entriesOf(layer: unknown, quantity: Quantity): { from: number; to: number; value: number | null }[] {
  const { uom, values } = fieldsOf(layer);
  const entries = listOf(values).map(fieldsOf);
  if (entries.length === 0) return [];
  const convert =
    typeof uom === 'string' ? units[quantity][uom.replace(/^(wmoUnit|unit|nwsUnit):/, '')] : undefined;
  if (!convert)
    throw new AdapterError(
      'api.weather.gov',
      'malformed',
      `The forecast has a ${quantity} in a unit that is not known.`,
    );
  const [least, maximum] = ranges[quantity];
  return entries.flatMap(({ validTime, value }) => {
    const stretch = stretchOf(validTime);
    const given = numberOf(value);
    const converted = given === null ? null : convert(given);
    return stretch
      ? [
          {
            ...stretch,
            value: converted !== null && converted >= least && converted <= maximum ? converted : null,
          },
        ]
      : [];
  });
}

function empty(window: HourWindow): null[] {
  return Array.from({ length: Math.max(0, Math.round((window.to - window.from) / HOUR_MS)) }, () => null);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
