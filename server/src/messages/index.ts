import { defineSubject } from '../platform/subject.ts';
import { proactiveForecastRoutes } from './routes.ts';

export const messages = defineSubject({
  name: 'messages',
  async open({ platform: { db, clock } }) {
    return { api: {}, routes: (app) => proactiveForecastRoutes(app, { db, clock }) };
  },
});
