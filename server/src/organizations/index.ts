import { defineSubject } from '../platform/subject.ts';
import { dropImportsBefore, importKeptMs } from './imports/imports.store.ts';
import { organizationRoutes } from './routes.ts';
import { organizationSettingsRoutes } from './settings.routes.ts';

export {
  type ImportKind,
  ImportOutdated,
  type ImportRecord,
  importCalls,
  importLimits,
  withCsvBodies,
} from './imports/import-calls.ts';
export type { PlannedRow } from './imports/imports.store.ts';
export { inSteps } from './imports/in-steps.ts';
export type { CsvFile, CsvRow } from './imports/read-csv.ts';
export {
  findOrganizationLocation,
  listOrganizationLocations,
  type StoredOrganizationLocation,
} from './locations.store.ts';
export { withOrganizationLock } from './organization-lock.store.ts';
export { timeZoneOf } from './place-time-zone.ts';
export { findUser, readOrganization, type StoredUser } from './store.ts';

export const organizations = defineSubject({
  name: 'organizations',
  async open({ platform: { db } }) {
    return {
      api: {},
      routes(app) {
        organizationRoutes(app, { db });
        organizationSettingsRoutes(app, { db });
      },
      retention: [{ table: 'imports', keepMs: importKeptMs, dropBefore: dropImportsBefore }],
    };
  },
});
