import { DAY_MS } from '@allclear/domain';
import { alerts } from '../alerts/index.ts';
import { forecasts } from '../forecasts/index.ts';
import { lightning } from '../lightning/index.ts';
import { notifications, scenarioLaunchJob, streamEventsTopic } from '../notifications/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { tryPolicyRoutes } from './backtest/try-policy.routes.ts';
import { capRoutes } from './cap/cap.routes.ts';
import { countPlaceHours } from './climate/count-place-hours.ts';
import { dutyRoutes } from './duties/duties.routes.ts';
import { isPlaceHeld } from './launch-for-notice.ts';
import { lightningWebhooks } from './lightning-webhooks.ts';
import { placeMetricsRoutes } from './place-metrics.routes.ts';
import { ProgramStreams } from './program-stream/program-streams.ts';
import { placeStateEvents } from './program-stream/state-place-events.ts';
import { warningRoutes } from './routes.ts';
import { dropNoticesBefore, dropWarningsBefore } from './store.ts';
import { todayRoutes } from './today.routes.ts';
import { WarningWatch } from './watch-warnings.ts';

export { type AnsweredPlace, answersForPlaces, type PlaceWithWarnings } from './answer-for-place.ts';
export { type BacktestOptions, runBacktest } from './backtest/run-backtest.ts';
export { BadFile } from './backtest/strikes-csv.ts';
export { type PlaceHour, placeHours } from './climate/place-hours.store.ts';
export type { DelayColumn } from './delays/delay-columns.ts';
export {
  type PolicyDelayRow,
  type PolicyDelays,
  type PolicyDelaysQuestion,
  policyDelayColumns,
  policyDelays,
  policyDelaysByPlace,
} from './delays/policy-delays.ts';
export type { Duties } from './duties/duties.store.ts';
export { LivePlaceAnswers } from './live-place-answers.ts';

export { warningEnds } from './store.ts';

/** Reports of delays reach five years back; what was said of a warning is kept for less. */
const keepMs = 2_200 * DAY_MS;
const keepNoticesMs = 400 * DAY_MS;

export const warnings = defineSubject({
  name: 'warnings',
  needs: { lightning, alerts, forecasts, notifications },
  topics: { warnings: 'organization', duties: 'organization' },
  changeTopics: ['warnings', 'duties'],
  async open({ platform, needs }) {
    const { db, clock, events, log } = platform;
    const { live } = needs.lightning;
    const programs = new ProgramStreams({
      ...{ db, clock, live, log, weather: weatherKind(platform.weather), url: platform.settings.url },
    });
    return {
      api: {},
      routes(app) {
        warningRoutes(app, { db, clock, alerts: needs.alerts.live, forecast: needs.forecasts.source });
        dutyRoutes(app, { db, clock });
        todayRoutes(app, { db, clock, forecast: needs.forecasts.source });
        capRoutes(app, { db, clock, live, url: platform.settings.url });
        placeMetricsRoutes(app, { db, clock, live, isLive: weatherKind(platform.weather) === 'live' });
        tryPolicyRoutes(app, { db, clock, lightningIndex: live.lightningIndex });
      },
      loops: [
        lightningWebhooks({ db, clock, live, changes: platform.changes, log }),
        countPlaceHours({ db, clock, live, log }),
        placeStateEvents({ db, clock, live, changes: platform.changes, log }),
        {
          name: 'warnings',
          isShared: true,
          async run(signal) {
            const watch = new WarningWatch({
              db,
              clock,
              live,
              alerts: needs.alerts.live,
              weather: weatherKind(platform.weather),
              sender: new URL(platform.settings.url).hostname,
              log,
              secrets: platform.secrets,
              share: platform.share,
            });
            const unsubscribe = [
              live.onBatches((batches) => watch.batches(batches)),
              live.onReports((placeIds) => watch.reports(placeIds)),
              platform.changes.subscribe((change) => {
                // Alerts count once they can be read, which is after their change was announced.
                if (change.topic !== 'alerts') watch.apply(change);
              }),
              needs.alerts.onRefresh(() => watch.apply({ topic: 'alerts' })),
              platform.share.subscribe(() => watch.shareChanged()),
            ];
            try {
              await watch.run(signal, log);
            } finally {
              for (const end of unsubscribe) end();
            }
          },
        },
      ],
      jobs: [
        scenarioLaunchJob({
          ...{ messaging: needs.notifications.messaging, secrets: platform.secrets },
          weather: weatherKind(platform.weather),
          isHeld: (database, of) => isPlaceHeld(database, live, of, clock.now()),
        }),
      ],
      retention: [
        { table: 'notices', keepMs: keepNoticesMs, dropBefore: dropNoticesBefore },
        { table: 'warnings', keepMs, dropBefore: dropWarningsBefore },
      ],
      changes: {
        apply({ topic, ids }) {
          if (topic === 'warnings' || topic === 'duties') events.publish(topic, ids);
          else if (topic === streamEventsTopic) programs.wake(ids);
        },
        async reload() {
          programs.wake();
        },
      },
      programEvents: programs,
      close: () => programs.close(),
    };
  },
});
