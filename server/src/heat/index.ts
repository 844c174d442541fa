import { forecasts } from '../forecasts/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { heatSeriesRoutes } from './heat-series.routes.ts';
import { workRestRoutes } from './work-rest.routes.ts';

export { saveChoice } from './store.ts';

export const heat = defineSubject({
  name: 'heat',
  needs: { forecasts },
  topics: { profiles: 'organization' },
  changeTopics: ['profiles'],
  async open({ platform: { db, clock, events }, needs }) {
    return {
      api: {},
      routes(app) {
        workRestRoutes(app, { db, clock });
        heatSeriesRoutes(app, { db, clock, source: needs.forecasts.source });
      },
      changes: {
        apply({ topic, ids }) {
          if (topic === 'profiles') events.publish('profiles', ids);
        },
        async reload() {},
      },
    };
  },
});
