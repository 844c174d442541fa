import {
  getPersonImportErrors,
  importPeople,
  listPersonImportRows,
  previewPersonImport,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { importCalls, importLimits, withCsvBodies } from '../organizations/index.ts';
import { serve } from '../platform/http/serve.ts';
import type { AccountRoutesNeeds } from './accounts.routes.ts';
import { personImport } from './person-import.ts';

/** People from a CSV file: shown first, added and invited when it is asked for. */
export async function personImportRoutes(app: FastifyInstance, needs: AccountRoutesNeeds): Promise<void> {
  const calls = importCalls(needs, personImport(needs));
  await withCsvBodies(app, (scope) =>
    serve(
      scope,
      previewPersonImport,
      ({ principal, request }) => calls.preview(principal, request.body),
      importLimits,
    ),
  );
  serve(app, listPersonImportRows, ({ principal, params, query }) => calls.rows(principal, params.id, query));
  serve(app, getPersonImportErrors, ({ principal, params }) => calls.errors(principal, params.id));
  serve(app, importPeople, ({ principal, params }) => calls.store(principal, params.id));
}
