import {
  fahrenheitFromCelsius,
  inchesFromMm,
  inchesOfMercuryFromHpa,
  kmFromMiles,
  mphFromKmh,
  mphFromKnots,
  mphFromMps,
} from '@allclear/domain';
import { maxInchesOfMercury, maxWbgtC, type UploadFields } from './upload.ts';

/** The unit system of values without a unit in their name, where the sender gives it. */
export type UnitSystem = 'metric' | 'imperial';

type Convert = (value: number) => number | null;
interface Quantity {
  /** By the suffix of a name, with or without an underscore before it. */
  readonly suffixes: Readonly<Record<string, Convert>>;
  /** For a name without one. */
  readonly bare: Readonly<Record<UnitSystem, string>>;
}

const same: Convert = (value) => value;
const temperature: Quantity = {
  suffixes: { f: same, c: fahrenheitFromCelsius },
  bare: { metric: 'c', imperial: 'f' },
};
const speed: Quantity = {
  suffixes: {
    mph: same,
    kmh: mphFromKmh,
    kph: mphFromKmh,
    ms: mphFromMps,
    mps: mphFromMps,
    kn: mphFromKnots,
    kt: mphFromKnots,
  },
  bare: { metric: 'kmh', imperial: 'mph' },
};
const pressure: Quantity = {
  suffixes: { in: same, inhg: same, hpa: inchesOfMercuryFromHpa, mb: inchesOfMercuryFromHpa },
  bare: { metric: 'hpa', imperial: 'in' },
};
const rain: Quantity = { suffixes: { in: same, mm: inchesFromMm }, bare: { metric: 'mm', imperial: 'in' } };

/** The name of each measure without its unit, and its name in the upload protocols. */
const measures: readonly (readonly [base: string, upload: string, quantity: Quantity])[] = [
  ['temp', 'tempf', temperature],
  ['dewpoint', 'dewptf', temperature],
  ['dewpt', 'dewptf', temperature],
  ['wbgt', 'wbgtf', temperature],
  ['windspeed', 'windspeedmph', speed],
  ['windgust', 'windgustmph', speed],
  ['baromrel', 'baromrelin', pressure],
  ['rainrate', 'rainratein', rain],
  ['hourlyrain', 'hourlyrainin', rain],
  ['dailyrain', 'dailyrainin', rain],
];

/**
 * The lowest and highest pressures ever recorded near sea level, reduced to it: inches of mercury, and hPa.
 */
const believableInches = [25, 32.5] as const;
const believableHpa = [850, 1_100] as const;

/**
 * Fields with units of any kind as the protocols name them (°F, mph, inches). A value counts when its name
 * contains its unit ('windspeedkmh', 'temp_c'), or `units` applies to all names without one, or only one unit
 * is possible (a pressure in hPa and one in inches are far apart; no WBGT is above 50 °C). The rest is
 * ambiguous, and missing: 20 of `temp` may be either. Fields of the protocols pass unchanged, and first.
 */
export function withUploadNames(fields: UploadFields, units: UnitSystem | null): UploadFields {
  const given = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const renamed: Record<string, unknown> = Object.fromEntries(given);
  const isRaw = measures.some(([, upload]) => given.has(upload));
  // Names of the protocols with values in metric units, as the sender states.
  const pressure = number(given.get('baromrelin'));
  if (units === 'metric' && pressure !== null && pressure > maxInchesOfMercury)
    return metricUnderUploadNames(renamed);
  for (const [base, upload, { suffixes, bare }] of measures) {
    if (given.has(upload)) continue;
    // A bare name of the protocols ('dewpoint' in °F) counts here as one without a unit.
    delete renamed[base];
    const suffix = Object.keys(suffixes).find((one) => given.has(base + one) || given.has(`${base}_${one}`));
    const value =
      suffix === undefined
        ? number(given.get(base))
        : number(given.get(base + suffix) ?? given.get(`${base}_${suffix}`));
    if (value === null) continue;
    const unit = suffix ?? (units === null ? unitOf(base, value) : bare[units]);
    const convert = unit === null ? undefined : suffixes[unit];
    if (convert) renamed[upload] = convert(value);
  }
  // Gateways send kilometers whatever the other units are; a gateway that converts to miles is converted
  // back.
  const distance = number(given.get('lightning'));
  if (units === 'imperial' && !isRaw && distance !== null) renamed.lightning = kmFromMiles(distance);
  const lightningTime = given.get('lightning_time');
  if (typeof lightningTime === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(lightningTime))
    renamed.lightning_time = Date.parse(lightningTime) / 1_000;
  return renamed;
}

function metricUnderUploadNames(fields: UploadFields): UploadFields {
  const converted = measures.flatMap(([, upload, { suffixes, bare }]): [string, unknown][] => {
    const value = number(fields[upload]);
    const convert = suffixes[bare.metric];
    return value === null || !convert ? [] : [[upload, convert(value)]];
  });
  const absolute = number(fields.baromabsin);
  return {
    ...fields,
    ...Object.fromEntries(converted),
    baromabsin: absolute === null ? null : inchesOfMercuryFromHpa(absolute),
  };
}

/** The unit of a value without one, where only one is possible. */
function unitOf(base: string, value: number): string | null {
  if (base === 'wbgt') return value > maxWbgtC ? 'f' : null;
  if (base !== 'baromrel') return null;
  if (value >= believableInches[0] && value <= believableInches[1]) return 'in';
  return value >= believableHpa[0] && value <= believableHpa[1] ? 'hpa' : null;
}

/** A number that does not mark a missing sensor (-9999). */
function number(value: unknown): number | null {
  const given =
    typeof value === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : value;
  return typeof given === 'number' && Number.isFinite(given) && given > -999 ? given : null;
}
