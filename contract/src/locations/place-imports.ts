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

export const previewPlaceImport = defineRoute({
  ...paths.previewPlaceImport,
  needs: 'organization-locations:write',
  summary:
    'Reads a CSV file (UTF-8, at most 5 MB and 10,000 rows) of locations; nothing is stored of them yet',
  data: importPreview,
  failures: [400, 409, 413],
});

export const listPlaceImportRows = defineRoute({
  ...paths.listPlaceImportRows,
  needs: 'organization-locations:write',
  summary: 'The rows of a preview, 100 at a time',
  params: importParams,
  query: importRowsQuery,
  data: importRows,
  failures: [404],
});

export const getPlaceImportErrors = defineRoute({
  ...paths.getPlaceImportErrors,
  needs: 'organization-locations:write',
  summary: 'The wrong rows of a preview as a CSV file, with a column that says why',
  params: importParams,
  data: z.string(),
  failures: [404],
});

export const importPlaces = defineRoute({
  ...paths.importPlaces,
  needs: 'organization-locations:write',
  summary:
    'Stores what a preview showed, whole or not at all; refused with the rows when records were changed meanwhile',
  params: importParams,
  data: imported,
  failures: [404, 409],
});
