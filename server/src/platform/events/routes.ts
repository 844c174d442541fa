import { events } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { tooManyRequests } from '../http/errors.ts';
import { serveRaw } from '../http/serve.ts';
import type { EventStreams } from './event-streams.ts';
import type { ProgramEvents } from './program-events.ts';

/** A stream that a key opened also carries the stored events of `programs`. */
export function eventRoutes(
  app: FastifyInstance,
  { events: streams, programs }: { events: EventStreams; programs: readonly ProgramEvents[] },
): void {
  serveRaw(app, events, (principal) => {
    if (streams.isFull(principal)) throw tooManyRequests();
    return ({ raw, request }) => {
      streams.open(principal, raw);
      if (principal.via !== 'api-key') return;
      const header = request.headers['last-event-id'];
      const lastEventId = Array.isArray(header) ? header[0] : header;
      for (const program of programs) program.attach(principal, raw, lastEventId);
    };
  });
}
