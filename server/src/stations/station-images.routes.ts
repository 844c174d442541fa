import {
  getStationImage,
  getStationImageLastModified,
  maxImageBytes,
  putStationImage,
  stationImageUploads,
} from '@allclear/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actorOf, systemActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { clientNetwork } from '../platform/http/client-network.ts';
import { invalid, notFound, notSignedIn } from '../platform/http/errors.ts';
import { FileAnswer, serve } from '../platform/http/serve.ts';
import { lookUpStation, type StationKeys, throttleKey } from './open-station-keys.ts';
import { type Reader, readableStation } from './readable-stations.store.ts';
import { findImage, imageUpdatedAt, putImage } from './station-images.store.ts';
import { findStation, recordStationContact } from './store.ts';

/** A device that names its station by the station's key. */
const uploader = systemActor('station-upload');

/** Of one key and network: a camera sends a picture a minute or so. */
const uploadsPerMinute = 60;

/**
 * Images of weather stations. The type of an image is read from its bytes, and it is never served as another
 * type.
 */
export async function stationImageRoutes(
  app: FastifyInstance,
  { db, clock, keys }: { db: Database; clock: Clock; keys: StationKeys },
): Promise<void> {
  serve(app, getStationImage, async ({ principal, params, request, reply }) => {
    const image = await openedImage(principal, params.id);
    if (!image) throw notFound('The image');
    reply.header('etag', image.etag).header('last-modified', new Date(image.updatedAt).toUTCString());
    const isUnchangedForClient = isUnchanged(request, image.etag, image.updatedAt);
    if (isUnchangedForClient) reply.status(304);
    return new FileAnswer(
      isUnchangedForClient ? new Uint8Array() : image.bytes,
      image.contentType,
      'private, no-cache',
    );
  });

  serve(app, getStationImageLastModified, async ({ principal, params, reply }) => {
    const station = await readableStation(db, principal, params.id);
    if (!station) throw notFound('The weather station');
    const { organizationId, id } = station;
    const updatedAt = organizationId === null ? null : await imageUpdatedAt(db, { organizationId, id });
    reply.header('cache-control', 'no-store');
    return { lastModified: updatedAt === null ? null : new Date(updatedAt).toISOString() };
  });

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Cameras send any file name and media type.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxImageBytes }, (_request, body, done) =>
      done(null, body),
    );

    serve(
      scope,
      putStationImage,
      async ({ principal, params, request }) => {
        const station = await findStation(db, keyOf(principal, params.id));
        if (!station) throw notFound('The weather station');
        const now = clock.now();
        await putImage(db, actorOf(principal), station, imageOf(request.body), now);
        return { lastModified: new Date(now).toISOString(), message: 'Image saved' };
      },
      { writesPerMinute: uploadsPerMinute },
    );

    for (const url of stationImageUploads.paths) {
      scope.route({
        method: [...stationImageUploads.methods],
        url,
        logLevel: 'silent',
        schema: { hide: true },
        config: {
          rateLimit: {
            max: uploadsPerMinute,
            timeWindow: '1 minute',
            keyGenerator: (request) => throttleKey(uploadKeyOf(request), clientNetwork(request)),
          },
        },
        // Before the body is read: who has no key sends no 5 MB.
        onRequest: async (request) => {
          if (!(await stationOf(request))) throw notSignedIn();
        },
        handler: async (request, reply) => {
          const station = await stationOf(request);
          if (!station) throw notSignedIn();
          const now = clock.now();
          const image = imageOf(request.body);
          await recordStationContact(db, uploader, station.id, now);
          await putImage(db, uploader, station, image, now);
          return reply
            .header('cache-control', 'no-store')
            .type('text/plain; charset=utf-8')
            .send('success\n');
        },
      });
    }
  });

  async function openedImage(reader: Reader, stationId: string) {
    const station = await readableStation(db, reader, stationId);
    if (!station || station.organizationId === null) return undefined;
    return findImage(db, { organizationId: station.organizationId, id: station.id });
  }

  async function stationOf(request: FastifyRequest) {
    const key = uploadKeyOf(request);
    return key === '' || key.length > 200 ? undefined : lookUpStation(keys, key, clientNetwork(request));
  }
}

function uploadKeyOf({ params, headers }: FastifyRequest): string {
  return (params as { key?: string }).key ?? keyOfHeader(headers.authorization ?? '');
}

function keyOfHeader(header: string): string {
  const [, scheme, value] = /^(Bearer|Basic) +([\x21-\x7e]+) *$/i.exec(header) ?? [];
  if (scheme === undefined || value === undefined) return '';
  return scheme.toLowerCase() === 'bearer'
    ? value
    : Buffer.from(value, 'base64')
        .toString('utf8')
        .replace(/^[^:]*:/, '');
}

function imageOf(body: unknown): { contentType: string; bytes: Buffer } {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const starts = (...first: number[]) =>
    bytes.length > 100 && first.every((byte, index) => bytes[index] === byte);
  const contentType = starts(0xff, 0xd8, 0xff)
    ? 'image/jpeg'
    : starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
      ? 'image/png'
      : null;
  if (contentType === null) throw invalid({ Image: ['The image must be a JPEG or a PNG'] });
  return { contentType, bytes };
}

/**
 * RFC 9110 section 13: If-None-Match takes precedence over If-Modified-Since, which has whole seconds only.
 */
function isUnchanged(request: FastifyRequest, etag: string, updatedAt: number): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = request.headers;
  // Compression on the way marks a tag as weak.
  if (known !== undefined)
    return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
  return since !== undefined && Math.floor(updatedAt / 1_000) * 1_000 <= Date.parse(since);
}
