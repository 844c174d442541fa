import { defineSubject } from '../platform/subject.ts';
import { groupRoutes } from './groups.routes.ts';
import { userRoutes } from './users.routes.ts';

export { visibleGroup } from './groups.routes.ts';
export type { StoredPerson } from './users.store.ts';
export { visiblePerson } from './visible-people.ts';

export const people = defineSubject({
  name: 'people',
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
