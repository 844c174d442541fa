import { timingSafeEqual } from 'node:crypto';
import { BadUpload, type UploadFields, uploadCredentials } from '@allclear/adapters';
import { stationUploads } from '@allclear/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LightningLive } from '../lightning/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { clientNetwork } from '../platform/http/client-network.ts';
import { lookUpStation, type StationKeys, throttleKey } from './open-station-keys.ts';
import { hashOfStationKey } from './station-keys.ts';
import type { KeyedStation, OwnStation } from './store.ts';
import { takeStationReport } from './take-station-report.ts';

/** Of one key and network: a station sends every few seconds at most, and hands in what it could not send. */
const uploadsPerMinute = 600;
const bodyLimit = 64 * 1024;

/**
 * Uploads of devices, on the paths of their firmware. Devices do not use JSON or the envelope: they get a
 * short text, and an unknown key always gets the same 401. Nothing of an upload is logged: its URL and its
 * body contain the key.
 */
export async function stationUploadRoutes(
  app: FastifyInstance,
  { db, clock, live, keys }: { db: Database; clock: Clock; live: LightningLive; keys: StationKeys },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Devices name their forms as they like.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
      done(null, String(body)),
    );
    for (const { paths, methods } of stationUploads) {
      for (const url of paths) {
        scope.route({
          method: [...methods],
          url,
          // A HEAD of a GET would store as well.
          exposeHeadRoute: false,
          logLevel: 'silent',
          schema: { hide: true },
          config: {
            rateLimit: {
              max: uploadsPerMinute,
              timeWindow: '1 minute',
              keyGenerator: (request) =>
                throttleKey(credentialsOf(request)?.key ?? '', clientNetwork(request)),
            },
          },
          handler: take,
        });
      }
    }
  });

  async function take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    const fields = fieldsOf(request);
    const station = await stationOf(request, fields);
    if (!station) return reply.status(401).send('unauthorized\n');
    try {
      await takeStationReport({ db, live }, station, () => fields, clock.now());
    } catch (error) {
      if (!(error instanceof BadUpload)) throw error;
      return reply.status(400).send(`${error.message}\n`);
    }
    return reply.send('success\n');
  }

  async function stationOf(request: FastifyRequest, fields: UploadFields): Promise<OwnStation | null> {
    const given = credentialsOf(request, fields);
    if (given === null || given.key.length > 200) return null;
    const network = clientNetwork(request);
    const station = await lookUpStation(keys, given.key, network);
    if (!station) return null;
    const isItsId = given.uploadId === null || given.uploadId.toUpperCase() === station.uploadId;
    if (isItsId && isOfItsDevice(station, fields)) return station;
    keys.countRefusal(network, wallNow());
    return null;
  }
}

/** Whether the report comes from the device that the station was added with; true when it names none. */
function isOfItsDevice({ passkeyHash }: KeyedStation, fields: UploadFields): boolean {
  const sent = uploadCredentials(fields);
  if (passkeyHash === null || sent === null || sent.uploadId !== null) return true;
  return timingSafeEqual(passkeyHash, hashOfStationKey(sent.key));
}

function credentialsOf(request: FastifyRequest, fields = fieldsOf(request)) {
  const { key } = request.params as { key?: string };
  return key === undefined ? uploadCredentials(fields) : { uploadId: null, key };
}

function fieldsOf(request: FastifyRequest): UploadFields {
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  return { ...(request.query as Record<string, unknown>), ...Object.fromEntries(form) };
}
