import { defineSubject } from '../platform/subject.ts';
import { policyRoutes } from './routes.ts';

export { draftPolicy, policyInputOf } from './policy-form.ts';
export { policyDisplayName, typeOf, watches } from './present-policy.ts';
export {
  groupIdsOf,
  listPolicies,
  listPolicyPlaces,
  type PolicyInput,
  type PolicyPlace,
  policyOfRecord,
  type StoredPolicy,
} from './store.ts';

export const policies = defineSubject({
  name: 'policies',
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
