import { defineSubject } from '../platform/subject.ts';
import { personalDataRoutes } from './routes.ts';

/** Above every subject that stores something about people, because it reads and erases their tables. */
export const personalData = defineSubject({
  name: 'personal-data',
  async open({ platform }) {
    return { api: {}, routes: (app) => personalDataRoutes(app, platform) };
  },
});
