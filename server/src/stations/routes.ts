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
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { oldestReportMs } from './current-readings.ts';
import type { StationKeys } from './open-station-keys.ts';
import { presentStation, presentStationData } from './present-station.ts';
import { presentStations } from './present-stations.ts';
import { hashOfStationKey, makeStationKey, makeUploadId } from './station-keys.ts';
import {
  findStation,
  insertStation,
  listStations,
  maxStations,
  newestReport,
  type OwnStation,
  PasskeyTaken,
  retireStation,
  TooManyStations,
} from './store.ts';

interface StationContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: StationKeys;
}

/** Weather stations of an organization's own. */
export function stationRoutes(app: FastifyInstance, context: StationContext): void {
  const { db, clock } = context;
  serve(app, listWeatherStations, async ({ principal: { organizationId } }) => {
    return presentStations(db, organizationId, await listStations(db, organizationId), clock.now());
  });

  serve(app, getWeatherStation, async ({ principal: { organizationId }, params }) => {
    const station = await own(db, organizationId, params.id);
    const [presented] = await presentStations(db, organizationId, [station], clock.now());
    if (!presented) throw new Error('A station was presented as none.');
    return presented;
  });

  serve(app, getWeatherStationData, async ({ principal, params, reply }) => {
    const row = await own(db, principal.organizationId, params.id);
    reply.header('cache-control', 'no-store');
    const now = clock.now();
    return presentStationData(row, await newestReport(db, row, now - oldestReportMs, now), now);
  });

  addStationRoute(app, context);

  serve(app, deleteWeatherStation, async ({ principal, params }) => {
    if (!(await retireStation(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The weather station');
    return { id: params.id, message: 'Weather station removed' };
  });
}

function addStationRoute(app: FastifyInstance, { db, clock, keys }: StationContext): void {
  serve(app, addWeatherStation, async ({ principal, body }) => {
    const { organizationId } = principal;
    const place = await findOrganizationLocation(db, { organizationId, id: body.organizationLocationId });
    if (!place) throw invalid({ OrganizationLocationId: ['The organization location does not exist'] });
    const key = makeStationKey();
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
      passkeyHash: body.passkey === undefined ? null : hashOfStationKey(body.passkey),
    };
    const row = await insertStation(db, actorOf(principal), organizationId, input, clock.now()).catch(
      (error: unknown) => {
        if (error instanceof PasskeyTaken)
          throw conflict('Another station of the organization has this passkey.');
        if (error instanceof TooManyStations)
          throw conflict(`An organization can have at most ${maxStations} weather stations.`);
        throw error;
      },
    );
    keys.forget(input.keyHash);
    const station = presentStation(row, {
      ...{ newest: undefined, imageUpdatedAt: null, hasCoarseRain: false, now: clock.now() },
    });
    return {
      ...station,
      uploadId: input.uploadId,
      key,
      message: 'Weather station added. Its key is shown only now.',
    };
  });
}

async function own(db: Database, organizationId: string, id: string): Promise<OwnStation> {
  const row = await findStation(db, { organizationId, id });
  if (!row) throw notFound('The weather station');
  return row;
}
