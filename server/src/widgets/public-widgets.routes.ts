import type { IncomingMessage, ServerResponse } from 'node:http';
import { getPublicWidget, getPublicWidgetPicture } from '@allclear/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '../platform/http/client-network.ts';
import { ApiError, notFound, tooManyRequests, unavailable } from '../platform/http/errors.ts';
import { servePublicAnswers } from '../platform/http/serve.ts';
import { MissCounts } from './miss-counts.ts';
import type { PublicWidgets } from './public-widgets.ts';
import type { ImageBytes } from './widget-images.ts';

/** Of one network, of addresses that are not in memory. */
const missesPerMinute = 120;

/** What widgets show, for everybody. An address that never was and a withdrawn one answer the same. */
export function publicWidgetRoutes(app: FastifyInstance, widgets: PublicWidgets): void {
  const misses = new MissCounts(missesPerMinute);
  const countMiss = (request: FastifyRequest) => {
    if (!misses.allows(clientNetwork(request))) throw tooManyRequests();
  };

  servePublicAnswers(app, getPublicWidget, {
    send: ({ id }, { raw }, response) => widgets.answers.sendKept(id, raw, response),
    async open({ id }, request, response) {
      countMiss(request);
      if (!(await away(widgets.answers.send(id, request.raw, response)))) throw notFound('The widget');
    },
  });

  servePublicAnswers(app, getPublicWidgetPicture, {
    send: () => false,
    async open({ id, name }, request, response) {
      if (!widgets.isActive(id)) {
        countMiss(request);
        if (!(await away(widgets.answers.has(id)))) throw notFound('The widget');
      }
      const picture = await away(widgets.picture(id, name));
      if (picture === null) throw notFound('The picture');
      sendImage(picture, request.raw, response);
    },
  });
}

/** What cannot be read is away: it is not said to be gone. */
function away<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    throw unavailable('What this widget shows is not available right now.');
  });
}

function sendImage(
  { bytes, contentType, etag }: ImageBytes,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  // Its name changes with it, so it may be stored as long as any other public answer.
  const head = { 'cache-control': 'public, max-age=5', etag };
  if (headers['if-none-match'] === etag) response.writeHead(304, head).end();
  else
    response
      .writeHead(200, { ...head, 'content-type': contentType, 'content-length': bytes.length })
      .end(method === 'HEAD' ? undefined : bytes);
}
