import { lightning } from '../lightning/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { Heartbeat } from './heartbeat.ts';
import { monitoringMetrics } from './metrics.ts';
import { ObservedPlaces } from './observed-places.ts';
import { type MonitoringSettings, monitoringSettings } from './settings.ts';
import { reasonNotWorking } from './working.ts';

export { badSettings, examine } from './doctor/examine.ts';
export { type Finding, linesOf } from './doctor/finding.ts';
export { storyOf } from './trace/story.ts';

/** The settings of the subjects whose surroundings `npm run doctor` checks. */
export interface HealthSettings {
  readonly cameras: { readonly ffmpeg: string };
  readonly hardware: { readonly networks: string };
  readonly monitoring: MonitoringSettings;
}

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
