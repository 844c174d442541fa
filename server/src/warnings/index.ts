import { alerts } from '../alerts/index.ts';
import { forecasts } from '../forecasts/index.ts';
import { lightning } from '../lightning/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { tryPolicyRoutes } from './backtest/try-policy.routes.ts';
import { placeUsesRoutes } from './place-uses.routes.ts';
import { warningRoutes } from './routes.ts';
import { dropWarningsBefore } from './store.ts';
import { todayRoutes } from './today.routes.ts';
import { WarningWatch } from './watch-warnings.ts';

export { type BacktestOptions, runBacktest } from './backtest/run-backtest.ts';
export { BadFile } from './backtest/strikes-csv.ts';

const keepMs = 400 * 24 * 3_600_000;

export const warnings = defineSubject({
  name: 'warnings',
  needs: { lightning, alerts, forecasts },
  topics: { warnings: 'organization' },
  changeTopics: ['warnings'],
  async open({ platform, needs }) {
    const { db, clock, events, log } = platform;
    const { live } = needs.lightning;
    return {
      api: {},
      routes(app) {
        placeUsesRoutes(app, { db });
        warningRoutes(app, { db, clock, alerts: needs.alerts.live, forecast: needs.forecasts.source });
        todayRoutes(app, { db, clock, forecast: needs.forecasts.source });
        tryPolicyRoutes(app, { db, clock, lightningIndex: live.lightningIndex });
      },
      loops: [
        {
          name: 'warnings',
          async run(signal) {
            const watch = new WarningWatch({
              db,
              clock,
              live,
              alerts: needs.alerts.live,
              weather: weatherKind(platform.weather),
            });
            const unsubscribe = [
              live.onBatches((batches) => watch.batches(batches)),
              platform.changes.subscribe((change) => {
                // Alerts count once they can be read, which is after their change was announced.
                if (change.topic !== 'alerts') watch.apply(change);
              }),
              needs.alerts.onRefresh(() => watch.apply({ topic: 'alerts' })),
            ];
            try {
              await watch.run(signal, log);
            } finally {
              for (const end of unsubscribe) end();
            }
          },
        },
      ],
      retention: [{ table: 'warnings', keepMs, dropBefore: dropWarningsBefore }],
      changes: {
        apply({ topic, ids }) {
          if (topic === 'warnings') events.publish('warnings', ids);
        },
        async reload() {},
      },
    };
  },
});
