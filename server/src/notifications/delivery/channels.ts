import {
  checkPublicUrl,
  createGatewaySms,
  createSmtpMail,
  createTwilioSms,
  createWebhook,
  createWebPush,
  type DeliveryAdapter,
  type DeliveryChannelName,
  type EmailTarget,
  makeVapidKeys,
  openLiveHttpClient,
  type PushTarget,
  type SmsTarget,
  type WebhookSender,
} from '@allclear/adapters';
import { getOrCreateSecret } from '../../identity/index.ts';
import { systemActor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { BaseSettings } from '../../platform/settings/base-settings.ts';
import { userAgentOf } from '../../platform/weather/weather-source.ts';
import { createMailbox } from './mailbox.ts';
import type { DeliverySettings } from './settings.ts';

const actor = systemActor('delivery-channels');

/** The delivery channels of this installation; null where no provider is configured. */
export interface Adapters {
  readonly push: DeliveryAdapter<PushTarget>;
  readonly sms: DeliveryAdapter<SmsTarget> | null;
  readonly email: DeliveryAdapter<EmailTarget> | null;
  readonly webhook: WebhookSender;
}

export interface Channels {
  readonly adapters: Adapters;
  /** What browsers subscribe with. */
  readonly publicKey: string;
  /** Whether addresses that users give may lead into the private network. */
  readonly allowPrivateAddresses: boolean;
  /** How reports of the SMS provider are known to be its own; null takes none. */
  readonly reports:
    | { readonly kind: 'twilio'; readonly authToken: string }
    | { readonly kind: 'gateway'; readonly secret: string }
    | null;
  /** Whether SMS that people send are passed on to it, so that they may respond by SMS. */
  readonly takesSms: boolean;
  /** Where people reach the product. */
  readonly url: string;
  close(): Promise<void>;
}

export type InstallationSettings = Pick<
  BaseSettings,
  'seed' | 'url' | 'contact' | 'proxy' | 'allowPrivateAddresses'
>;

/**
 * Opens the channels of the settings. Nothing is sent yet. Notices have an HTTP client of their own, whatever
 * the weather.
 */
export async function openChannels(
  settings: InstallationSettings,
  delivery: DeliverySettings,
  db: Database,
): Promise<Channels> {
  const { url, allowPrivateAddresses } = settings;
  const { sms } = delivery;
  const http = openLiveHttpClient({
    userAgent: userAgentOf(settings),
    proxy: settings.proxy,
    allowPrivateAddresses,
  });
  const vapid = await getOrCreateSecret(db, actor, 'vapid', async () => makeVapidKeys(), wallNow());
  // A provider can report only to an address that it can reach.
  const reachable = allowPrivateAddresses || checkPublicUrl(url) === null;
  const reportTo = (path: string) =>
    reachable ? { statusCallbackUrl: (id: string) => `${url}/api/Delivery/${path}/${id}` } : {};
  const adapters: Adapters = {
    push: createWebPush({ http, vapid: { ...vapid, subject: delivery.vapidSubject } }),
    sms:
      sms === null
        ? null
        : sms.kind === 'twilio'
          ? createTwilioSms({ http, ...sms, ...reportTo('Twilio') })
          : createGatewaySms({
              http,
              url: sms.url,
              secret: sms.secret,
              wallNow,
              ...(sms.secret === null ? {} : reportTo('Gateway')),
            }),
    email: delivery.smtp
      ? createSmtpMail(delivery.smtp)
      : settings.seed === 'demo'
        ? createMailbox(db)
        : null,
    webhook: createWebhook({ http, wallNow }),
  };
  return {
    adapters,
    publicKey: vapid.publicKey,
    allowPrivateAddresses,
    reports:
      sms?.kind === 'twilio'
        ? { kind: 'twilio', authToken: sms.authToken }
        : sms?.kind === 'gateway' && sms.secret !== null
          ? { kind: 'gateway', secret: sms.secret }
          : null,
    takesSms: sms?.takesResponses === true && reachable,
    url,
    async close() {
      for (const adapter of Object.values(adapters) as (DeliveryAdapter<unknown> | null)[])
        await adapter?.close();
      await http.close();
    },
  };
}

/** The channels as shown to people. */
export function describeChannels({
  adapters,
}: Channels): { channel: DeliveryChannelName; configured: boolean; vendor: string | null }[] {
  return (['push', 'sms', 'email', 'webhook'] as const).map((channel) => {
    const adapter = adapters[channel];
    return { channel, configured: adapter !== null, vendor: adapter?.vendor ?? null };
  });
}
