import { gunzip } from 'node:zlib';
import { HOUR_MS, mphFromKnots, type TropicalStorm, tropicalSpeedMph } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { fieldsOf, instantOf, numberOf, readJson, textOf } from '../read-json.ts';
import { type Deck, readDeck } from './atcf-deck.ts';
import type { TropicalFeed } from './port.ts';

const SOURCE = 'nhc.noaa.gov';
const ENDPOINT = 'https://www.nhc.noaa.gov/CurrentStorms.json';
const DECKS = 'https://ftp.nhc.noaa.gov/atcf/aid_public';
/**
 * Advisories are issued every six hours at most; a list with a storm but without a new advisory for longer is
 * stale.
 */
const VALID_FOR_MS = 9 * HOUR_MS;
/** A deck of a long-lived storm has 10 MB. */
const MAX_DECK_BYTES = 40 * 1024 * 1024;
const MAX_STORMS = 20;

/**
 * Tropical cyclones of the Atlantic and the eastern and central Pacific: the hurricane center's list, and the
 * forecasts in each storm's a-deck.
 */
export function createNhc({ http }: { http: HttpClient }): TropicalFeed {
  return {
    kind: 'tropical',
    vendor: 'nhc',
    attribution: 'NOAA National Hurricane Center',
    pollEveryMs: 10 * 60_000,
    async poll({ now, signal, onFault }) {
      const malformed = (problem: string) =>
        new AdapterError(SOURCE, 'malformed', `The list of tropical storms ${problem}.`);
      const { bytes } = await http.get({ source: SOURCE, url: ENDPOINT, signal, maxBytes: 2 * 1024 * 1024 });
      const { activeStorms } = fieldsOf(readJson(bytes, SOURCE, 'The list of tropical storms'));
      if (!Array.isArray(activeStorms)) throw malformed('is of another shape');
      const listed = activeStorms.map(parseStorm).filter((storm) => storm !== null);
      if (listed.length < activeStorms.length) {
        if (listed.length === 0) throw malformed('holds no storm of the shape that is known');
        onFault?.(malformed('holds entries that are no storms'));
      }
      const storms: TropicalStorm[] = [];
      for (const { reportedSpeed, ...storm } of listed.slice(0, MAX_STORMS)) {
        const deck = await askDeck(http, storm.id, now, signal).catch((error: unknown) => {
          if (signal.aborted) throw error;
          // The storm itself is known; its forecast is missing until the deck can be read.
          onFault?.(error as Error);
          return null;
        });
        const speedMph = tropicalSpeedMph(reportedSpeed, deck?.speedKnots ?? null);
        storms.push({ ...storm, speedMph, forecast: deck?.official ?? null, models: deck?.models ?? [] });
      }
      const newest = Math.max(...storms.map(({ updatedAt }) => updatedAt));
      return { asOf: storms.length === 0 ? now : Math.min(now, newest + VALID_FOR_MS), data: { storms } };
    },
  };
}

async function askDeck(http: HttpClient, id: string, now: number, signal: AbortSignal): Promise<Deck> {
  const { bytes } = await http.get({
    source: SOURCE,
    url: `${DECKS}/a${id}.dat.gz`,
    signal,
    maxBytes: MAX_DECK_BYTES,
  });
  const malformed = () => new AdapterError(SOURCE, 'malformed', `The forecasts of ${id} cannot be read.`);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const unpacked = isPacked
    ? await unpack(bytes).catch(() => Promise.reject(malformed()))
    : Buffer.from(bytes);
  const deck = readDeck(unpacked.toString('latin1'), now);
  if (!deck.isReadable) throw malformed();
  return deck;
}

/** Off the main thread. */
function unpack(bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    gunzip(bytes, { maxOutputLength: MAX_DECK_BYTES }, (error, out) =>
      error ? reject(error) : resolve(out),
    );
  });
}

type ListedStorm = Omit<TropicalStorm, 'speedMph' | 'forecast' | 'models'> & {
  readonly reportedSpeed: number | null;
};

/** Numbers may be text or numbers. Null without an id, a place or a time. */
function parseStorm(value: unknown): ListedStorm | null {
  const storm = fieldsOf(value);
  const id = textOf(storm.id)?.toLowerCase() ?? '';
  const latitude = numberOf(storm.latitudeNumeric);
  const longitude = numberOf(storm.longitudeNumeric);
  const updatedAt = instantOf(storm.lastUpdate);
  // The id becomes part of a URL.
  if (!/^[a-z]{2}\d{6}$/.test(id) || latitude === null || longitude === null || updatedAt === null)
    return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 360) return null;
  const heading = numberOf(storm.movementDir);
  return {
    id,
    name: textOf(storm.name) ?? id.toUpperCase(),
    classification: textOf(storm.classification)?.toUpperCase() ?? '',
    updatedAt,
    latitude,
    longitude: longitude - 360 * Math.round(longitude / 360),
    maxWindMph: mphFromKnots(numberOf(storm.intensity)),
    pressureMb: numberOf(storm.pressure),
    headingDegrees: heading === null ? null : ((heading % 360) + 360) % 360,
    reportedSpeed: numberOf(storm.movementSpeed),
  };
}
