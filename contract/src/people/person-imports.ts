import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import {
  imported,
  importParams,
  importPreview,
  importRows,
  importRowsQuery,
} from '../organizations/index.ts';
import * as paths from './paths.ts';

export const previewPersonImport = defineRoute({
  ...paths.previewPersonImport,
  needs: 'users:write',
  summary: 'Reads a CSV file (UTF-8, at most 5 MB and 10,000 rows) of people; nothing is stored of them yet',
  data: importPreview,
  failures: [400, 413],
});

export const listPersonImportRows = defineRoute({
  ...paths.listPersonImportRows,
  needs: 'users:write',
  summary: 'The rows of a preview, 100 at a time',
  params: importParams,
  query: importRowsQuery,
  data: importRows,
  failures: [404],
});

export const getPersonImportErrors = defineRoute({
  ...paths.getPersonImportErrors,
  needs: 'users:write',
  summary: 'The wrong rows of a preview as a CSV file, with a column that says why',
  params: importParams,
  data: z.string(),
  failures: [404],
});

export const importPeople = defineRoute({
  ...paths.importPeople,
  needs: 'users:write',
  summary: 'Adds and invites the people that a preview showed, and changes those who were there, all or none',
  params: importParams,
  data: imported,
  failures: [403, 404, 409],
});
