import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { PublicAnswers } from '../../src/platform/http/public/public-answers.ts';
import { addSecureHeaders } from '../../src/platform/http/secure-headers.ts';
import { widgetPageRoutes } from '../../src/widgets/page/widget-page.routes.ts';

/** The page of widgets, and answers as `GET public/Widget/:id` gives them, with what a test puts there. */
export interface WidgetPages {
  readonly url: string;
  /** What an id answers from now on; null withdraws it. */
  put(id: string, widget: object | null): Promise<void>;
  /** The sites that may embed a widget; all unless set. */
  allow(id: string, sites: readonly string[]): void;
  /** How the API answers: as it should, not at all, or with a status and headers. */
  fail(how: 'not' | 'no-answer' | { status: number; headers?: Record<string, string> }): void;
  /** From now on answers what it would have answered at this moment, as a broken cache does, without `Age`. */
  freeze(): void;
  /** Requests of the API, by arrival, epoch ms. */
  readonly asked: number[];
  close(): Promise<void>;
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90" fill="#8fb8de"/><path d="M0 62 40 40l30 18 34-30 56 36v26H0z" fill="#3f7d4e"/><circle cx="128" cy="20" r="9" fill="#ffe9a8"/></svg>';

export async function openWidgetPages(): Promise<WidgetPages> {
  const app = Fastify({ forceCloseConnections: true });
  const widgets = new Map<string, object>();
  const sites = new Map<string, readonly string[]>();
  const answers = new PublicAnswers({
    open: async (id) => widgets.get(id) ?? null,
  });
  const asked: number[] = [];
  let failing: Parameters<WidgetPages['fail']>[0] = 'not';
  let frozenAt: Date | null = null;
  await addSecureHeaders(app, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'self'"], frameAncestors: ["'self'"] },
    },
    frameguard: { action: 'sameorigin' },
  });
  app.get<{ Params: { id: string } }>('/api/public/Widget/:id', async (request, reply) => {
    asked.push(Date.now());
    reply.hijack();
    if (failing === 'no-answer') return request.raw.destroy();
    if (failing !== 'not') return reply.raw.writeHead(failing.status, failing.headers).end();
    if (frozenAt !== null) reply.raw.setHeader('date', frozenAt.toUTCString());
    if (!(await answers.send(request.params.id, request.raw, reply.raw))) reply.raw.writeHead(404).end();
  });
  app.get('/picture.svg', (_request, reply) => reply.type('image/svg+xml').send(picture));
  let url = 'http://localhost:0';
  await widgetPageRoutes(app, {
    url,
    widgetUrl: null,
    allowedSitesOf: async (id) => (widgets.has(id) ? (sites.get(id) ?? []) : null),
  });
  await app.listen({ port: 0 });
  url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    async put(id, widget) {
      if (widget === null) widgets.delete(id);
      else widgets.set(id, widget);
      await answers.put(id, widget);
    },
    allow: (id, allowed) => void sites.set(id, allowed),
    fail: (how) => {
      failing = how;
    },
    freeze: () => {
      frozenAt = new Date();
    },
    close: () => app.close(),
  };
}
