import type { StationUpload } from '@allclear/adapters';
import { MILES_PER_DEGREE, milesFromKm } from '@allclear/domain';
import {
  findStrikeFeed,
  ingestStrikes,
  type LightningLive,
  registerStrikeFeed,
  type StrikeFeed,
  StrikeFeedTaken,
  vendorOf,
} from '../lightning/index.ts';
import { systemActor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import type { OwnStation } from './store.ts';

const actor = systemActor('station-strikes');

/** A station repeats its last strike with every report; older ones were stored then. */
const oldestMs = 60 * 60_000;
/** The range of such sensors, 40 km. */
const sensorReachMiles = 25;
const ringPoints = 32;

/**
 * Stores the last strike of a station's lightning sensor. Such a sensor measures the distance but not the
 * direction: the strike is drawn at the station and counts on the whole ring around it. As a single local
 * sensor it may start a delay and never ends one.
 */
export async function noteStationStrike(
  { db, live }: { db: Database; live: LightningLive },
  station: OwnStation,
  strike: NonNullable<StationUpload['lastStrike']>,
  now: number,
): Promise<void> {
  const miles = milesFromKm(strike.distanceKm);
  if (miles === null || strike.at < now - oldestMs || strike.at > now) return;
  const { latitude, longitude } = station;
  const flash = {
    key: `${strike.at}`,
    at: strike.at,
    latitude,
    longitude,
    points: ringAround(station, miles),
    energyJ: null,
    amplitudeKa: null,
    quality: 0,
    type: 0 as const,
  };
  const feed = await feedOf(db, station, now);
  if (live.lightningIndex.feedOf(vendorOf(feed)) === undefined) await live.loadFeeds();
  live.apply(await ingestStrikes(db, actor, feed, { strikes: [flash], window: null }, now));
}

/** The station's own feed, registered with its first strike. */
async function feedOf(db: Database, station: OwnStation, now: number): Promise<StrikeFeed> {
  const name = `station ${station.uploadId}`;
  const known = await findStrikeFeed(db, station.organizationId, name);
  if (known) return known;
  const circle = { latitude: station.latitude, longitude: station.longitude, radiusMiles: sensorReachMiles };
  try {
    return await registerStrikeFeed(
      db,
      actor,
      station.organizationId,
      { name, providesCoverage: false, circle },
      now,
    );
  } catch (error) {
    // Two reports at once: the other one registered it.
    const other =
      error instanceof StrikeFeedTaken ? await findStrikeFeed(db, station.organizationId, name) : undefined;
    if (!other) throw error;
    return other;
  }
}

function ringAround(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  miles: number,
): Float64Array {
  const points = new Float64Array(ringPoints * 2);
  const high = miles / MILES_PER_DEGREE;
  const wide = high / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  for (let i = 0; i < ringPoints; i++) {
    const angle = (i / ringPoints) * 2 * Math.PI;
    points[2 * i] = Math.max(-90, Math.min(90, latitude + high * Math.cos(angle)));
    points[2 * i + 1] = ((longitude + wide * Math.sin(angle) + 540) % 360) - 180;
  }
  return points;
}
