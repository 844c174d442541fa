import { defineSubject } from '../platform/subject.ts';
import { displayRoutes } from './routes.ts';

export const displays = defineSubject({
  name: 'displays',
  async open({ platform: { db } }) {
    return { api: {}, routes: (app) => displayRoutes(app, { db }) };
  },
});
