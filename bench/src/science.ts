/**
 * The weather science: microseconds for a WBGT and milliseconds for a year of hourly reference
 * evapotranspiration, over a year of different hours. The ratio to the sun's position, measured in the same
 * run, cancels out the machine's speed.
 */
import { HOUR_MS, hourlyReferenceEvapotranspirationMm, sunPosition, wetBulbGlobe } from '@allclear/domain';
import { percentile, printed, random } from './measure.ts';

const HOURS_OF_YEAR = 8760;
const YEAR_START = Date.UTC(2023, 0, 1);
const PLACE = { latitude: 33.75, longitude: -84.39 };

/** Budgets of the product: a WBGT within 20 µs, a year of hours within 50 ms. */
export const BUDGET = { microsecondsPerWbgt: 20, millisecondsPerYearOfEt0: 50 };

interface Hour {
  at: number;
  temperatureC: number;
  dewPointC: number;
  relativeHumidityPct: number;
  windMps: number;
  solarWm2: number;
}

/** A year of made-up hours at one place: seasons, days, clouds and gusts, the same each time. */
function yearOfHours(): Hour[] {
  const next = random(20_080_510);
  return Array.from({ length: HOURS_OF_YEAR }, (_, index) => {
    const at = YEAR_START + (index + 0.5) * HOUR_MS;
    const season = Math.sin((2 * Math.PI * (index / 24 - 105)) / 365);
    const sun = sunPosition({ at, ...PLACE })?.cosZenith ?? 0;
    const temperatureC = 16 + 11 * season + 6 * sun + 3 * (next() - 0.5);
    return {
      at,
      temperatureC,
      dewPointC: temperatureC - 2 - 12 * next(),
      relativeHumidityPct: 30 + 65 * next(),
      windMps: 6 * next() ** 2,
      solarWm2: Math.max(0, 1000 * sun * (0.2 + 0.8 * next())),
    };
  });
}

function wbgtOf(hour: Hour): number {
  return (
    wetBulbGlobe({ ...PLACE, ...hour, windHeightM: 10, pressureHpa: 985, averagingMinutes: 60 })?.wbgtC ??
    Number.NaN
  );
}

function yearOfEvapotranspirationMm(hours: readonly Hour[]): number {
  let previousCloudiness: number | null = null;
  let total = 0;
  for (const { at, temperatureC, dewPointC, windMps, solarWm2 } of hours) {
    const weather = {
      temperatureC,
      dewPointC,
      windMps,
      solarMjM2: solarWm2 * 0.0036,
      windHeightM: 10,
      elevationM: 320,
    };
    const hour: { mm: number; cloudiness: number } | null = hourlyReferenceEvapotranspirationMm({
      ...PLACE,
      at,
      ...weather,
      previousCloudiness,
    });
    previousCloudiness = hour?.cloudiness ?? null;
    total += hour?.mm ?? Number.NaN;
  }
  return total;
}

/** Durations of several runs of `work` in ms, after two warm-up runs, and the last result. */
function timed<Result>(runs: number, work: () => Result): { milliseconds: number[]; result: Result } {
  let result = work();
  work();
  const milliseconds = Array.from({ length: runs }, () => {
    const started = performance.now();
    result = work();
    return performance.now() - started;
  });
  return { milliseconds, result };
}

export async function runScience() {
  const hours = yearOfHours();
  const sum = (of: (hour: Hour) => number) => () => hours.reduce((total, hour) => total + of(hour), 0);
  const wbgt = timed(7, sum(wbgtOf));
  const sun = timed(
    7,
    sum(({ at }) => sunPosition({ at, ...PLACE })?.cosZenith ?? 0),
  );
  const year = timed(7, () => yearOfEvapotranspirationMm(hours));
  const microseconds = (milliseconds: number[]) => (percentile(milliseconds, 0.5) * 1000) / HOURS_OF_YEAR;
  const microsecondsPerWbgt = microseconds(wbgt.milliseconds);
  const millisecondsPerYearOfEt0 = percentile(year.milliseconds, 0.5);
  return {
    microsecondsPerWbgt,
    wbgtWithinBudget: microsecondsPerWbgt <= BUDGET.microsecondsPerWbgt,
    microsecondsPerSunPosition: microseconds(sun.milliseconds),
    wbgtToSunRatio: microsecondsPerWbgt / microseconds(sun.milliseconds),
    et0HourToSunRatio: microseconds(year.milliseconds) / microseconds(sun.milliseconds),
    meanWbgtC: wbgt.result / HOURS_OF_YEAR,
    millisecondsPerYearOfEt0,
    et0WithinBudget: millisecondsPerYearOfEt0 <= BUDGET.millisecondsPerYearOfEt0,
    et0OfYearMm: year.result,
  };
}

await printed(import.meta, runScience);
