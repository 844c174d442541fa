import { noSettings } from '../platform/settings/settings.ts';
import { defineSubject } from '../platform/subject.ts';
import { groupRoutes } from './groups.routes.ts';
import { userRoutes } from './users.routes.ts';

export const people = defineSubject({
  name: 'people',
  needs: {},
  settings: noSettings,
  async open({ platform: { db, clock } }) {
    return {
      api: {},
      routes(app) {
        groupRoutes(app, { db, clock });
        userRoutes(app, { db, clock });
      },
    };
  },
});
