import {
  getPublicStation,
  getPublicStationImage,
  getStationCurrent,
  getStationFeatures,
  listReadableStations,
  type ReadableStation,
  type StationCurrent,
  shareStation,
} from '@allclear/contract';
import { localDayOf } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { timeZoneOf } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { notFound } from '../platform/http/errors.ts';
import { FileAnswer, serve } from '../platform/http/serve.ts';
import { oldestReportMs } from './current-readings.ts';
import { newestReports, type Observation, precipitationSince } from './observations.store.ts';
import { type GaugeToday, presentCurrent, presentFeatures } from './present-current.ts';
import { presentStations } from './present-stations.ts';
import {
  type ListedStation,
  type OpenedStation,
  type Reader,
  readableStation,
  readableStations,
} from './readable-stations.store.ts';
import { findImage, imageUpdatedAt } from './station-images.store.ts';
import { setStationShared } from './station-sharing.store.ts';
import { findStation } from './store.ts';

/** What everybody may see is in shared caches for this long: many who follow one link are one request. */
const publicCache = 'public, max-age=30';

/** Stations that one may open: the own organization's, and those that others share. */
export function readableStationRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  serve(app, listReadableStations, async ({ principal }) => {
    const listed = await readableStations(db, principal);
    return presentListed(db, principal.organizationId, listed, clock.now());
  });

  serve(app, getStationCurrent, async ({ principal, params }) => current(principal, params.id));

  serve(app, getStationFeatures, async ({ principal, params }) => {
    const station = await opened(principal, params.id);
    return presentFeatures(station, await newestOf(station), (await imageTime(station)) !== null);
  });

  serve(app, shareStation, async ({ principal, body: { id, shared, revision } }) => {
    const { organizationId } = principal;
    const key = keyOf(principal, id);
    if (!(await setStationShared(db, actorOf(principal), { ...key, revision }, shared)))
      throw notFound('The weather station');
    const station = await findStation(db, key);
    const [presented] = station ? await presentStations(db, organizationId, [station], clock.now()) : [];
    if (!presented) throw notFound('The weather station');
    return {
      ...presented,
      message: shared ? 'Weather station shared' : 'Weather station not shared any more',
    };
  });

  serve(app, getPublicStation, async ({ params, reply }) => {
    const answer = await current(null, params.id);
    reply.header('cache-control', publicCache);
    return answer;
  });

  serve(app, getPublicStationImage, async ({ params }) => {
    const station = await opened(null, params.id);
    const image = station.organizationId === null ? undefined : await imageOf(station);
    if (!image) throw notFound('The image');
    return new FileAnswer(image.bytes, image.contentType, publicCache);
  });

  async function opened(reader: Reader, id: string): Promise<OpenedStation> {
    const station = await readableStation(db, reader, id);
    if (!station) throw notFound('The weather station');
    return station;
  }

  async function newestOf(station: OpenedStation): Promise<Observation | undefined> {
    const now = clock.now();
    const [newest] = await newestReports(db, [station], now - oldestReportMs, now);
    return newest?.observation;
  }

  const ownKeyOf = ({ organizationId, id }: OpenedStation) => ({ organizationId: organizationId ?? '', id });

  async function imageTime(station: OpenedStation): Promise<number | null> {
    return station.organizationId === null ? null : imageUpdatedAt(db, ownKeyOf(station));
  }

  async function imageOf(station: OpenedStation) {
    return findImage(db, ownKeyOf(station));
  }

  async function current(reader: Reader, id: string): Promise<StationCurrent> {
    const station = await opened(reader, id);
    const newest = await newestOf(station);
    const now = clock.now();
    return presentCurrent(station, {
      ...{ newest, now },
      rainToday: newest ? await gaugeToday(db, station, newest, now) : null,
      imageUpdatedAt: await imageTime(station),
    });
  }
}

/** Since the local midnight; null without a reading. A government station counts by the hour: they are summed up. */
async function gaugeToday(
  db: Database,
  station: OpenedStation,
  newest: Observation,
  now: number,
): Promise<GaugeToday | null> {
  const midnight = localDayOf(now, timeZoneOf(station)).from;
  if (station.organizationId === null) return precipitationSince(db, station.id, midnight, now);
  if (newest.observedAt < midnight || newest.rainTodayMm === null) return null;
  return { mm: newest.rainTodayMm, updatedAt: newest.observedAt };
}

async function presentListed(
  db: Database,
  organizationId: string,
  listed: readonly ListedStation[],
  now: number,
): Promise<ReadableStation[]> {
  const presented = await Promise.all(
    [...Map.groupBy(listed, ({ station }) => station.organizationId)].map(([owner, of]) =>
      presentStations(
        db,
        owner,
        of.map(({ station }) => station),
        now,
      ),
    ),
  );
  const byId = new Map(presented.flat().map((one) => [one.id, one]));
  return listed.map(({ station, organizationName }) => {
    const isOwn = station.organizationId === organizationId;
    const found = byId.get(station.id);
    return {
      id: station.id,
      name: station.name,
      locationName: station.locationName,
      isOwn,
      organizationName: isOwn ? null : organizationName,
      shared: station.shared,
      observationTime: found?.observationTime ?? null,
      fault: found?.fault ?? null,
      imageUrl: found?.imageUrl ?? null,
    };
  });
}
