import { defineSubject } from '../platform/subject.ts';
import { conditionHistoryRoutes } from './condition-history.routes.ts';
import { evapotranspirationRoutes } from './evapotranspiration/evapotranspiration.routes.ts';
import { observationAtPointRoutes } from './observations-at-point.routes.ts';
import { observationRoutes } from './routes.ts';

export { currentReport, currentReports } from './current-report.ts';
export {
  evapotranspirationOfDays,
  type StationEvapotranspiration,
} from './evapotranspiration/evapotranspiration-of-days.ts';

export const conditions = defineSubject({
  name: 'conditions',
  async open({ platform: { db, clock } }) {
    return {
      api: {},
      routes(app) {
        observationRoutes(app, { db, clock });
        observationAtPointRoutes(app, { db, clock });
        conditionHistoryRoutes(app, { db, clock });
        evapotranspirationRoutes(app, { db, clock });
      },
    };
  },
});
