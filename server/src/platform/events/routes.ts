import { events } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { serveRaw } from '../http/serve.ts';
import type { LiveHub } from './live-hub.ts';

export function eventRoutes(app: FastifyInstance, { hub }: { hub: LiveHub }): void {
  serveRaw(app, events, (request, reply) => {
    // The guard has let nobody through without a principal.
    hub.open(request.principal!, reply.raw);
  });
}
