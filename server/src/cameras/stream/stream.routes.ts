import { liveStreamProtocol } from '@allclear/contract';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { notFound, tooManyRequests } from '../../platform/http/errors.ts';
import { type Admission, type AdmissionContext, admitViewer } from './admit-viewer.ts';
import type { LiveSessions } from './live-sessions.ts';
import { playlistOf, segmentFile } from './playlist.ts';

/** A client sends `pong` and `continue`. */
const maxTextBytes = 1_024;

/** The live stream of a camera, and the addresses that its pictures have for as long as it goes on. */
export async function streamRoutes(
  app: FastifyInstance,
  context: AdmissionContext,
  live: LiveSessions,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: {
        maxPayload: maxTextBytes,
        // A token is not echoed unless it was offered alone: a browser requires an answer then.
        handleProtocols: (offered: Set<string>) =>
          offered.has(liveStreamProtocol) ? liveStreamProtocol : ([...offered][0] ?? false),
      },
    });
    socketRoute(scope, context, live);
  });
  sessionRoutes(app, live);
}

function socketRoute(scope: FastifyInstance, context: AdmissionContext, live: LiveSessions): void {
  const admissions = new WeakMap<FastifyRequest, Admission>();
  scope.route<{ Params: { cameraId: string } }>({
    method: 'GET',
    url: '/Stream/ws/:cameraId',
    schema: { hide: true },
    preValidation: async (request) => {
      if (!request.ws) throw notFound('This address');
      const admission = await admitViewer(context, request, request.params.cameraId);
      if (live.isFull(admission.viewer)) throw tooManyRequests();
      admissions.set(request, admission);
    },
    // Only upgrades come this far.
    handler: (_request, reply) => reply.code(404).send(),
    wsHandler: (socket: WebSocket, request: FastifyRequest) => {
      const admission = admissions.get(request);
      if (!admission || live.isFull(admission.viewer)) return socket.close(4000);
      live.open(admission.viewer, admission.camera, socket);
    },
  });
}

function sessionRoutes(app: FastifyInstance, live: LiveSessions): void {
  const hidden = { schema: { hide: true }, compress: false } as const;
  const sessionOf = (token: string) => {
    const session = live.byToken(token);
    if (!session) throw notFound('This stream');
    return session;
  };
  const send = (reply: FastifyReply, bytes: Uint8Array | string, type: string) =>
    reply
      .header('cache-control', 'no-store')
      .type(type)
      .send(
        typeof bytes === 'string' ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      );

  app.get<{ Params: { token: string } }>(
    '/Stream/session/:token/live.mjpeg',
    hidden,
    async (request, reply) => {
      const session = sessionOf(request.params.token);
      if (session.feed?.sends !== 'pictures') throw notFound('This stream');
      reply.hijack();
      session.carry(reply.raw);
    },
  );

  app.get<{ Params: { token: string; name: string } }>(
    '/Stream/session/:token/:name',
    hidden,
    async (request, reply) => {
      const session = sessionOf(request.params.token);
      const { feed } = session;
      if (feed?.sends !== 'segments') throw notFound('This stream');
      if (request.params.name === 'live.m3u8')
        return send(reply, playlistOf(feed.segments, feed.longestSeconds), 'application/vnd.apple.mpegurl');
      const file = segmentFile(feed.segments, request.params.name);
      if (!file) throw notFound('This part');
      // What a video begins with is no picture yet.
      if (request.params.name.startsWith('part-')) session.delivered();
      return send(reply, file.bytes, file.mediaType);
    },
  );
}
