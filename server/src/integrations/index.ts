import { defineSubject } from '../platform/subject.ts';
import { apiKeyRoutes } from './api-keys.routes.ts';

export const integrations = defineSubject({
  name: 'integrations',
  async open({ platform: { db, clock } }) {
    return { api: {}, routes: (app) => apiKeyRoutes(app, { db, clock }) };
  },
});
