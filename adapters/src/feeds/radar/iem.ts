import { MINUTE_MS } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { fieldsOf, instantOf, readJson } from '../read-json.ts';
import type { PollRequest } from '../snapshot-feed.ts';
import { askTile } from './ask-tile.ts';
import type { RadarFeed, RadarFrame } from './port.ts';

const SOURCE = 'mesonet.agron.iastate.edu';
const HOST = 'https://mesonet.agron.iastate.edu';
const ATTRIBUTION = 'Iowa Environmental Mesonet';
/** Half a degree a minute of the composite; finer tiles would only be larger. */
const MAX_ZOOM = 9;
const COMPOSITE_EVERY_MS = 5 * MINUTE_MS;
const COMPOSITE_BACK_MS = 60 * MINUTE_MS;
const MODEL_STEP_MINUTES = 15;
const MODEL_REACHES_MINUTES = 18 * 60;
/** Clocks differ a little; a time further ahead is not that of an observation. */
const AHEAD_MS = 10 * MINUTE_MS;
/** The composite covers the forty-eight states and the range of their radars. */
const BOX = { north: 50, south: 23, west: -126, east: -65 };

/**
 * Reads the metadata of an image and returns a time of it: one field, at the top or under `meta`. Throws
 * AdapterError `malformed` for other metadata.
 */
async function readTime(
  http: HttpClient,
  { file, field, what }: { file: string; field: string; what: string },
  { now, signal }: PollRequest,
): Promise<number> {
  const url = `${HOST}/data/gis/images/4326/${file}`;
  const { bytes } = await http.get({ source: SOURCE, url, signal, maxBytes: 64 * 1024 });
  const json = fieldsOf(readJson(bytes, SOURCE, what));
  const at = instantOf(json[field]) ?? instantOf(fieldsOf(json.meta)[field]);
  if (at === null) throw new AdapterError(SOURCE, 'malformed', `${what} does not say its time.`);
  if (at > now + AHEAD_MS)
    throw new AdapterError(SOURCE, 'malformed', `${what} says a time that has not come.`);
  return at;
}

/** '202611211255'. */
function minuteText(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replaceAll(/[-T:]/g, '');
}

function tileUrl(address: string, { z, x, y }: { z: number; x: number; y: number }): string {
  return `${HOST}/c/tile.py/1.0.0/${address}/${z}/${x}/${y}.png`;
}

/** The national composite of NEXRAD reflectivity (N0Q) of the last hour, every five minutes. */
export function createIemComposite({ http }: { http: HttpClient }): RadarFeed {
  return {
    kind: 'radar',
    vendor: 'iem-n0q',
    product: 'past',
    pollEveryMs: MINUTE_MS,
    minZoom: 0,
    maxZoom: MAX_ZOOM,
    box: BOX,
    attribution: `NEXRAD composite: NOAA, ${ATTRIBUTION}`,
    currentForMs: 20 * MINUTE_MS,
    async poll(request) {
      const what = "The radar composite's description";
      const valid = await readTime(http, { file: 'USCOMP/n0q_0.json', field: 'valid', what }, request);
      const newest = Math.floor(valid / COMPOSITE_EVERY_MS) * COMPOSITE_EVERY_MS;
      const frames: RadarFrame[] = [];
      for (let validAt = newest - COMPOSITE_BACK_MS; validAt <= newest; validAt += COMPOSITE_EVERY_MS) {
        frames.push({
          key: `n0q-${minuteText(validAt)}`,
          validAt,
          issuedAt: null,
          address: `ridge::USCOMP-N0Q-${minuteText(validAt)}`,
        });
      }
      return { asOf: newest, data: { frames } };
    },
    tile: ({ frame, signal, ...place }) =>
      askTile(http, { source: SOURCE, url: tileUrl(frame.address, place), signal }),
  };
}

/** Forecast reflectivity of the HRRR model, every 15 minutes for 18 hours from its newest run. */
export function createIemModel({ http }: { http: HttpClient }): RadarFeed {
  return {
    kind: 'radar-forecast',
    vendor: 'iem-hrrr',
    product: 'future',
    pollEveryMs: 5 * MINUTE_MS,
    minZoom: 0,
    maxZoom: MAX_ZOOM,
    box: BOX,
    attribution: `HRRR model: NOAA, ${ATTRIBUTION}`,
    // One run an hour, each available one to two hours after its start.
    currentForMs: 4 * 60 * MINUTE_MS,
    async poll(request) {
      const what = "The radar forecast's description";
      const run = { file: 'hrrr/refd_1080.json', field: 'model_init_utc', what };
      const issuedAt = await readTime(http, run, request);
      const frames: RadarFrame[] = [];
      for (
        let minutes = MODEL_STEP_MINUTES;
        minutes <= MODEL_REACHES_MINUTES;
        minutes += MODEL_STEP_MINUTES
      ) {
        const [lead, run] = [String(minutes).padStart(4, '0'), minuteText(issuedAt)];
        frames.push({
          key: `hrrr-${run}-${lead}`,
          validAt: issuedAt + minutes * MINUTE_MS,
          issuedAt,
          address: `hrrr::REFD-F${lead}-${run}`,
        });
      }
      return { asOf: issuedAt, data: { frames } };
    },
    tile: ({ frame, signal, ...place }) =>
      askTile(http, {
        source: SOURCE,
        url: tileUrl(frame.address, place).replace('/c/tile.py', '/cache/tile.py'),
        signal,
      }),
  };
}
