import { defineSubject } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { accountMailJob } from './delivery/account-mail-job.ts';
import { deliveryCallbackRoutes } from './delivery/callbacks.routes.ts';
import { type Channels, openChannels } from './delivery/channels.ts';
import { deliveryJobs } from './delivery/delivery-jobs.ts';
import { inquiryJob } from './delivery/inquiry-job.ts';
import { AttemptCounts, deliveryMetrics } from './delivery/metrics.ts';
import { deliverySettings } from './delivery/settings.ts';
import { mailboxRoutes } from './mailbox.routes.ts';
import { positionRoutes } from './position.routes.ts';
import { positionExpiry } from './position-expiry.ts';
import { pushRoutes } from './push.routes.ts';
import { notificationRoutes } from './routes.ts';
import { notificationSettingsRoutes } from './settings.routes.ts';
import { webhookRoutes } from './webhooks.routes.ts';

export { readAddressees } from './addressees.store.ts';
export { type WithheldAllClear, withheldAllClears } from './delivery/withheld-all-clears.store.ts';
export { writeNotice } from './write-notice.store.ts';

export interface NotificationsApi {
  readonly channels: Channels;
}

export const notifications = defineSubject({
  name: 'notifications',
  settings: deliverySettings,
  topics: { notifications: 'user' },
  changeTopics: ['notifications'],
  async open({ platform, settings }) {
    const { db, clock, events, secrets } = platform;
    const channels = await openChannels(platform.settings, settings, db);
    const attempts = new AttemptCounts();
    const api: NotificationsApi = { channels };
    return {
      api,
      async routes(app) {
        notificationRoutes(app, { db, clock });
        notificationSettingsRoutes(app, { db, clock, channels, weather: weatherKind(platform.weather) });
        positionRoutes(app, { db });
        pushRoutes(app, { db, channels });
        webhookRoutes(app, { db, channels });
        mailboxRoutes(app, { db, channels });
        await deliveryCallbackRoutes(app, { db, channels });
      },
      loops: [positionExpiry({ db, clock, log: platform.log })],
      jobs: [
        ...deliveryJobs({ channels, counts: attempts }),
        accountMailJob({ email: channels.adapters.email, secrets, url: channels.url }),
        inquiryJob({ email: channels.adapters.email, url: channels.url }),
      ],
      changes: {
        apply({ topic, ids }) {
          if (topic === 'notifications') events.publish('notifications', ids);
        },
        async reload() {},
      },
      health: { feeds: [], metrics: (registry) => deliveryMetrics(registry, { db, counts: attempts }) },
      close: () => channels.close(),
    };
  },
});
