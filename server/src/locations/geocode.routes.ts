import { AdapterError, type Geocoder } from '@allclear/adapters';
import { reversePlace, searchPlaces } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';

export function geocodeRoutes(app: FastifyInstance, { geocoder }: { geocoder: Geocoder }): void {
  serve(app, searchPlaces, ({ query }) => geocoder.search({ text: query.query, limit: 8 }).catch(explain));
  serve(app, reversePlace, ({ query }) => geocoder.reverse(query).catch(explain));

  function explain(error: unknown): never {
    if (!(error instanceof AdapterError)) throw error;
    app.log.warn({ source: error.source, kind: error.kind }, 'the address search did not answer');
    throw unavailable(
      'The address search is not available right now. You can still pick the place on the map.',
    );
  }
}
