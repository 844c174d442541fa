import { events } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { tooManyRequests } from '../http/errors.ts';
import { serveRaw } from '../http/serve.ts';
import type { EventStreams } from './event-streams.ts';

export function eventRoutes(app: FastifyInstance, { events: streams }: { events: EventStreams }): void {
  serveRaw(app, events, (principal) => {
    if (streams.isFull(principal)) throw tooManyRequests();
    return (reply) => streams.open(principal, reply.raw);
  });
}
