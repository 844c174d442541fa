import type { Geocoder } from '@allclear/adapters';
import {
  getPlaceImportErrors,
  importPlaces,
  listPlaceImportRows,
  previewPlaceImport,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { importCalls, importLimits, withCsvBodies } from '../organizations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { serve } from '../platform/http/serve.ts';
import { placeImport } from './place-import.ts';

/** Organization locations from a CSV file: shown first, stored when it is asked for. */
export async function placeImportRoutes(
  app: FastifyInstance,
  needs: { db: Database; clock: Clock; geocoder: Geocoder },
): Promise<void> {
  const calls = importCalls(needs, placeImport(needs));
  await withCsvBodies(app, (scope) =>
    serve(
      scope,
      previewPlaceImport,
      ({ principal, request }) => calls.preview(principal, request.body),
      importLimits,
    ),
  );
  serve(app, listPlaceImportRows, ({ principal, params, query }) => calls.rows(principal, params.id, query));
  serve(app, getPlaceImportErrors, ({ principal, params }) => calls.errors(principal, params.id));
  serve(app, importPlaces, ({ principal, params }) => calls.store(principal, params.id));
}
