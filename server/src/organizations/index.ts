import { noSettings } from '../platform/settings/settings.ts';
import { defineSubject } from '../platform/subject.ts';
import { organizationRoutes } from './routes.ts';

export const organizations = defineSubject({
  name: 'organizations',
  needs: {},
  settings: noSettings,
  async open({ platform: { db } }) {
    return { api: {}, routes: (app) => organizationRoutes(app, { db }) };
  },
});
