import { lightning } from '../lightning/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { Heartbeat } from './heartbeat.ts';
import { monitoringMetrics } from './metrics.ts';
import { ObservedPlaces } from './observed-places.ts';
import { monitoringSettings } from './settings.ts';
import { reasonNotWorking } from './working.ts';

export { badSettings, examine, installationOf } from './doctor/examine.ts';
export { type Finding, linesOf } from './doctor/finding.ts';
export { storyOf } from './trace/story.ts';

/** Whether an installation does what it is for: metrics of all organizations together, and the heartbeat. */
export const monitoring = defineSubject({
  name: 'monitoring',
  needs: { lightning },
  settings: monitoringSettings,
  async open({ platform, settings, needs }) {
    const { db, clock, log, http } = platform;
    const { live } = needs.lightning;
    const observed = new ObservedPlaces({ db, live });
    const heartbeat =
      settings.heartbeatUrl === null
        ? null
        : new Heartbeat({
            ...{ http, url: settings.heartbeatUrl, log },
            reasonNot: () => reasonNotWorking({ db, clock, live, observed }),
          });
    return {
      api: {},
      loops: heartbeat === null ? [] : [heartbeat.loop()],
      health: {
        feeds: [],
        metrics: (registry) => monitoringMetrics(registry, { platform, observed, heartbeat }),
      },
    };
  },
});
