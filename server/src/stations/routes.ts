import { randomUUID } from 'node:crypto';
import {
  addWeatherStation,
  deleteWeatherStation,
  getWeatherStation,
  getWeatherStationData,
  listWeatherStations,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { findOrganizationLocation } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { oldestReportMs } from './current-readings.ts';
import { newestReports } from './observations.store.ts';
import { presentStation, presentStationData } from './present-station.ts';
import { imagesOf } from './station-images.store.ts';
import { hashOfStationKey, makeStationKey, makeUploadId } from './station-keys.ts';
import {
  findStation,
  insertStation,
  listStations,
  maxStations,
  newestReport,
  type OwnStation,
  retireStation,
  StationKeyTaken,
  TooManyStations,
} from './store.ts';

/** Weather stations of an organization's own. */
export function stationRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, listWeatherStations, async ({ principal }) =>
    present(principal.organizationId, await listStations(db, principal.organizationId)),
  );

  serve(app, getWeatherStation, async ({ principal, params }) => {
    const [station] = await present(principal.organizationId, [
      await own(principal.organizationId, params.id),
    ]);
    return station!;
  });

  serve(app, getWeatherStationData, async ({ principal, params, reply }) => {
    const row = await own(principal.organizationId, params.id);
    reply.header('cache-control', 'no-store');
    const now = clock.now();
    return presentStationData(row, await newestReport(db, row, now - oldestReportMs, now), now);
  });

  serve(app, addWeatherStation, async ({ principal, body }) => {
    const { organizationId } = principal;
    const place = await findOrganizationLocation(db, organizationId, body.organizationLocationId);
    if (!place) throw invalid({ OrganizationLocationId: ['The organization location does not exist'] });
    const key = body.passkey ?? makeStationKey();
    const input = {
      id: randomUUID(),
      name: body.name,
      model: body.model,
      organizationLocationId: place.id,
      latitude: place.latitude,
      longitude: place.longitude,
      elevationM: body.elevationMeters ?? null,
      windHeightM: body.windHeightMeters,
      rainFactor: body.rainFactor,
      uploadId: makeUploadId(),
      keyHash: hashOfStationKey(key),
    };
    const row = await insertStation(db, actorOf(principal), organizationId, input, clock.now()).catch(
      (error: unknown) => {
        if (error instanceof StationKeyTaken) throw conflict('A station with this passkey cannot be added.');
        if (error instanceof TooManyStations)
          throw conflict(`An organization can have at most ${maxStations} weather stations.`);
        throw error;
      },
    );
    const station = presentStation(row, { newest: undefined, imageUpdatedAt: null, now: clock.now() });
    const isNew = body.passkey === undefined;
    return {
      ...station,
      uploadId: input.uploadId,
      key: isNew ? key : null,
      message: isNew
        ? 'Weather station added. Its key is shown only now.'
        : 'Weather station added. It signs in with its own passkey.',
    };
  });

  serve(app, deleteWeatherStation, async ({ principal, params }) => {
    if (!(await retireStation(db, actorOf(principal), principal.organizationId, params.id, clock.now())))
      throw notFound('The weather station');
    return { id: params.id, message: 'Weather station removed' };
  });

  async function own(organizationId: string, id: string): Promise<OwnStation> {
    const row = await findStation(db, organizationId, id);
    if (!row) throw notFound('The weather station');
    return row;
  }

  async function present(organizationId: string, stations: readonly OwnStation[]) {
    const now = clock.now();
    const [images, reports] = await Promise.all([
      imagesOf(db, organizationId),
      newestReports(db, stations, now - oldestReportMs, now),
    ]);
    const newest = new Map(reports.map(({ station, observation }) => [station.id, observation]));
    return stations.map((station) =>
      presentStation(station, {
        newest: newest.get(station.id),
        imageUpdatedAt: images.get(station.id) ?? null,
        now,
      }),
    );
  }
}
