import { noSettings } from '../platform/settings/settings.ts';
import { defineSubject } from '../platform/subject.ts';
import { policyRoutes } from './routes.ts';

export const policies = defineSubject({
  name: 'policies',
  needs: {},
  settings: noSettings,
  topics: { policies: 'organization' },
  changeTopics: ['policies'],
  async open({ platform: { db, clock, events } }) {
    return {
      api: {},
      routes: (app) => policyRoutes(app, { db, clock }),
      changes: {
        apply({ topic, ids }) {
          if (topic === 'policies') events.publish('policies', ids);
        },
        async reload() {},
      },
    };
  },
});
