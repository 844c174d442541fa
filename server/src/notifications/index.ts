import { createInformacast, type EmergencyMessaging } from '@allclear/adapters';
import { defineSubject } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { accountMailJob } from './delivery/account-mail-job.ts';
import { deliveryCallbackRoutes } from './delivery/callbacks.routes.ts';
import { type Channels, openChannels } from './delivery/channels.ts';
import { deliveryJobs } from './delivery/delivery-jobs.ts';
import { inquiryJob } from './delivery/inquiry-job.ts';
import { AttemptCounts, deliveryMetrics } from './delivery/metrics.ts';
import { OncePerSecond } from './delivery/once-per-second.ts';
import { deliverySettings } from './delivery/settings.ts';
import { connectionRoutes } from './informacast/connections.routes.ts';
import { dropLaunchesBefore, launchesKeptMs } from './informacast/launch-log.store.ts';
import { triggerRoutes } from './informacast/triggers.routes.ts';
import { mailboxRoutes } from './mailbox.routes.ts';
import { positionRoutes } from './position.routes.ts';
import { positionExpiry } from './position-expiry.ts';
import { pushRoutes } from './push.routes.ts';
import { notificationRoutes } from './routes.ts';
import { notificationSettingsRoutes } from './settings.routes.ts';
import {
  dropStreamEvents,
  streamEventsTopic,
  streamKeptMs,
  streamReadersTopic,
} from './stream-events/stream-events.store.ts';
import { bodyOf as webhookBody, webhookSendJob } from './webhooks/webhook-job.ts';
import { webhookLogRoutes } from './webhooks/webhook-log.routes.ts';
import { dropWebhookEventsBefore, webhookLogKeptMs } from './webhooks/webhook-log.store.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

export { readAddressedGroups, readAddressees, readAddresseesById } from './addressees.store.ts';
export type { Channels } from './delivery/channels.ts';
export {
  type FromProvider,
  fromGateway,
  fromTwilio,
  providerLimits,
  serveProviders,
} from './delivery/from-provider.ts';
export { gather } from './delivery/gather.ts';
export { OncePerSecond } from './delivery/once-per-second.ts';
export { responseCodes } from './delivery/response-code.ts';
export {
  exampleResponse,
  hashOfResponseToken,
  isResponseToken,
  responseToken,
  withResponseLink,
} from './delivery/response-link.ts';
export { type WithheldAllClear, withheldAllClears } from './delivery/withheld-all-clears.store.ts';
export { scenarioLaunchJob } from './informacast/launch-job.ts';
export { launchAllClears, launchScenarios, owesAllClear } from './informacast/launches.store.ts';
export {
  dropStreamEvents,
  lastPlaceStates,
  newestPosition,
  noteStreamReader,
  recordStreamEvent,
  type StreamEvent,
  streamEventsAfter,
  streamEventsTopic,
  streamKeptMs,
  streamReaders,
  streamReadersTopic,
} from './stream-events/stream-events.store.ts';
export {
  lightningWebhookOrganizations,
  notePlaceState,
  type PlaceLightningState,
  sentPlaceStates,
} from './webhooks/place-states.store.ts';
export { sendWebhookEvent, type WebhookEvent } from './webhooks/send-webhook-event.store.ts';
export { writeNotice } from './write-notice.store.ts';
export { webhookBody };

export interface NotificationsApi {
  readonly channels: Channels;
  readonly messaging: EmergencyMessaging;
}

export const notifications = defineSubject({
  name: 'notifications',
  settings: deliverySettings,
  topics: { notifications: 'user', 'mass-messages': 'organization' },
  changeTopics: ['notifications', 'mass-messages', streamEventsTopic, streamReadersTopic],
  async open({ platform, settings }) {
    const { db, clock, events, secrets } = platform;
    const channels = await openChannels(platform.settings, settings, db);
    const attempts = new AttemptCounts();
    const messaging = createInformacast({ http: platform.http, url: settings.informacastUrl });
    const api: NotificationsApi = { channels, messaging };
    const weather = weatherKind(platform.weather);
    // Deliveries announce them as well as what is sent.
    const massMessages = new OncePerSecond((ids) => events.publish('mass-messages', ids));
    return {
      api,
      async routes(app) {
        notificationRoutes(app, { db, clock });
        notificationSettingsRoutes(app, { db, clock, channels, weather });
        positionRoutes(app, { db });
        pushRoutes(app, { db, channels });
        webhookRoutes(app, { db, clock, channels });
        webhookLogRoutes(app, { db, clock });
        connectionRoutes(app, { db, clock, secrets, messaging });
        triggerRoutes(app, { db, clock, secrets, messaging, weather });
        mailboxRoutes(app, { db, channels });
        await deliveryCallbackRoutes(app, { db, channels });
      },
      loops: [positionExpiry({ db, clock, log: platform.log })],
      jobs: [
        ...deliveryJobs({ channels, counts: attempts, secrets }),
        webhookSendJob({ sender: channels.adapters.webhook, url: channels.url }),
        accountMailJob({ email: channels.adapters.email, secrets, url: channels.url }),
        inquiryJob({ email: channels.adapters.email, url: channels.url }),
      ],
      retention: [
        { table: 'webhook_events', keepMs: webhookLogKeptMs, dropBefore: dropWebhookEventsBefore },
        { table: 'informacast_launches', keepMs: launchesKeptMs, dropBefore: dropLaunchesBefore },
        { table: 'stream_events', keepMs: streamKeptMs, dropBefore: dropStreamEvents },
      ],
      changes: {
        apply({ topic, ids }) {
          if (topic === 'notifications') events.publish('notifications', ids);
          else if (topic === 'mass-messages') massMessages.add(ids ?? []);
        },
        async reload() {},
      },
      health: { feeds: [], metrics: (registry) => deliveryMetrics(registry, { db, counts: attempts }) },
      async close() {
        massMessages.close();
        await channels.close();
      },
    };
  },
});
