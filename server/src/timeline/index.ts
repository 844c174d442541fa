import { lightning } from '../lightning/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { timelineRoutes } from './timeline.routes.ts';

/** What was observed, sent and done at a place. Above every subject that stores it, because it reads their tables. */
export const timeline = defineSubject({
  name: 'timeline',
  needs: { lightning },
  async open({ platform, needs }) {
    const { live } = needs.lightning;
    return { api: undefined, routes: (app) => timelineRoutes(app, { ...platform, live }) };
  },
});
