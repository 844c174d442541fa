import type { IncomingMessage, ServerResponse } from 'node:http';
import { getPublicWidget, getPublicWidgetPicture } from '@allclear/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '../platform/http/client-network.ts';
import { notFound, tooManyRequests } from '../platform/http/errors.ts';
import { away } from '../platform/http/public/away.ts';
import { sendImage } from '../platform/http/public/public-image.ts';
import { servePublicAnswers } from '../platform/http/serve.ts';
import { MissCounts } from './miss-counts.ts';
import type { PublicWidgets } from './public-widgets.ts';

const unreadable = 'What this widget shows is not available right now.';
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
      if (!(await away(widgets.answers.send(id, request.raw, response), unreadable)))
        throw notFound('The widget');
    },
  });

  servePublicAnswers(app, getPublicWidgetPicture, {
    send: () => false,
    async open({ id, name }, request, response) {
      if (!widgets.isActive(id)) {
        countMiss(request);
        if (!(await away(widgets.answers.has(id), unreadable))) throw notFound('The widget');
      }
      const picture = await away(widgets.picture(id, name), unreadable);
      if (picture === null) throw notFound('The picture');
      sendImage(picture, request.raw, response);
    },
  });
}

const widgetPath = '/api/public/Widget/';

/** Answers what very many ask, before the framework; the route answers it in another spelling, and what is not there. */
export function widgetsFromMemory(
  widgets: Pick<PublicWidgets, 'answers'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) =>
    request.method === 'GET' &&
    request.url?.startsWith(widgetPath) === true &&
    widgets.answers.sendKept(request.url.slice(widgetPath.length), request, response);
}
