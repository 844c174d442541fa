import { noSettings } from '../platform/settings/settings.ts';
import { defineSubject } from '../platform/subject.ts';
import { proactiveForecastRoutes } from './routes.ts';

export const messages = defineSubject({
  name: 'messages',
  needs: {},
  settings: noSettings,
  async open({ platform: { db, clock } }) {
    return { api: {}, routes: (app) => proactiveForecastRoutes(app, { db, clock }) };
  },
});
