import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { granuleFileName, hourPrefix } from '@allclear/adapters/feeds/lightning/granule-name.ts';
import { writeGranule } from '@allclear/adapters/feeds/lightning/write-granule.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const windowMs = 20 * secondMs;
/** A granule appears in the bucket this long after its end. */
const latencyMs = 25 * secondMs;
const bucket = 'https://noaa-goes19.s3.amazonaws.com/';
const host = new URL(bucket).host;

/** The weather of a journey, in minutes after its start. */
export interface WeatherStory {
  readonly places: readonly {
    readonly label: string;
    readonly latitude: number;
    readonly longitude: number;
  }[];
  readonly flashes: readonly {
    readonly minute: number;
    readonly latitude: number;
    readonly longitude: number;
  }[];
  /** The satellite's bucket answers 503 in these periods. */
  readonly outages: readonly { readonly fromMinute: number; readonly toMinute: number }[];
  /** How long granules continue after the start; the hour before it is quiet. */
  readonly minutes: number;
}

/** Any afternoon; a full hour, so that the listing of the hour before it is complete. */
const start = Date.UTC(2026, 5, 6, 19);

/** Writes the story as a replay archive of GOES-19 granules and METARs into `directory`. */
export async function writeWeatherArchive(directory: string, story: WeatherStory): Promise<void> {
  await mkdir(path.join(directory, 'glm'), { recursive: true });
  const responses: object[] = [];
  const listed = new Map<string, string>();
  for (let from = start - hourMs - 5 * minuteMs; from < start + story.minutes * minuteMs; from += windowMs) {
    const availableAt = from + windowMs + latencyMs;
    const name = granuleFileName({
      platform: 'G19',
      start: from,
      end: from + windowMs,
      created: from + windowMs + 2 * secondMs,
    });
    const flashes = story.flashes
      .map(({ minute, latitude, longitude }, index) => ({
        id: index + 1,
        latitude,
        longitude,
        offsetMs: start + minute * minuteMs - from,
      }))
      .filter(({ offsetMs }) => offsetMs >= 0 && offsetMs < windowMs);
    const base = new Date(from).toISOString().replace('T', ' ').slice(0, 23);
    const bytes = await writeGranule({ base, encoding: 'unsigned', flashes, leaveOut: flashes.length === 0 });
    await writeFile(path.join(directory, 'glm', name), bytes);
    const prefix = hourPrefix(from);
    listed.set(
      prefix,
      `${listed.get(prefix) ?? ''}<Contents><Key>${prefix}${name}</Key><Size>${bytes.length}</Size></Contents>`,
    );
    responses.push({
      at: iso(availableAt),
      url: bucket + prefix + name,
      status: 200,
      contentType: 'application/x-netcdf',
      file: `glm/${name}`,
    });
    responses.push(listing(Math.max(availableAt, start - hourMs), prefix, listed.get(prefix)!));
  }
  // An hour without a granule yet lists nothing.
  for (let hour = start; hour <= start + story.minutes * minuteMs; hour += hourMs)
    responses.unshift(listing(hour, hourPrefix(hour), ''));
  for (let minute = -10; minute <= story.minutes; minute += 20)
    responses.push(reports(start + minute * minuteMs, story.places));
  const archive = {
    name: 'journey',
    note: 'Written for a browser journey.',
    start: iso(start),
    end: iso(start + story.minutes * minuteMs),
    places: story.places,
    outages: story.outages.map(({ fromMinute, toMinute }) => ({
      host,
      from: iso(start + fromMinute * minuteMs),
      to: iso(start + toMinute * minuteMs),
      status: 503,
      body: 'Slow down',
    })),
    responses,
  };
  await writeFile(path.join(directory, 'archive.json'), JSON.stringify(archive));
}

function listing(at: number, prefix: string, contents: string): object {
  const body = `<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`;
  return { at: iso(at), url: bucket, query: { prefix }, status: 200, contentType: 'application/xml', body };
}

/** A station near each place, on a warm and quiet afternoon. */
function reports(at: number, places: WeatherStory['places']): object {
  const rows = places.map(({ label, latitude, longitude }, index) => ({
    icaoId: `KJ0${index}`,
    obsTime: at / secondMs,
    temp: 29.4,
    dewp: 21.1,
    wdir: 200,
    wspd: 8,
    visib: '10+',
    altim: 1015.2,
    rawOb: `METAR KJ0${index} 20008KT 10SM FEW040 29/21 A2998`,
    lat: latitude + 0.03,
    lon: longitude + 0.03,
    elev: 12,
    name: `${label} Airfield`,
    cover: 'FEW',
    clouds: [{ cover: 'FEW', base: 4000 }],
  }));
  const url = 'https://aviationweather.gov/api/data/metar';
  return {
    at: iso(at),
    url,
    query: {},
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify(rows),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
