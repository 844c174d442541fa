import { wallNow } from '../platform/clock/clock.ts';
import { defineSubject } from '../platform/subject.ts';
import { operatorProfileRoutes } from './operator-profile.routes.ts';
import { managedOrganizationRoutes } from './organizations.routes.ts';

export { insertOrganization } from './organizations.store.ts';

/** What operators, who belong to no organization, do with organizations. */
export const operator = defineSubject({
  name: 'operator',
  changeTopics: ['organizations'],
  async open({ platform }) {
    return {
      api: {},
      routes(app) {
        managedOrganizationRoutes(app, { ...platform, wallNow });
        operatorProfileRoutes(app, platform);
      },
    };
  },
});
