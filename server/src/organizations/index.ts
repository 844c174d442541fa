import { defineSubject } from '../platform/subject.ts';
import { organizationRoutes } from './routes.ts';

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
    return { api: {}, routes: (app) => organizationRoutes(app, { db }) };
  },
});
