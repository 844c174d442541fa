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
  type WebhookTarget,
} from '@allclear/adapters';
import type { Config } from '../../config.ts';
import { getOrCreateSecret } from '../../identity/store.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { createMailbox } from './mailbox.ts';

/** The channels of this installation; null where no provider is set. */
export interface Adapters {
  readonly push: DeliveryAdapter<PushTarget>;
  readonly sms: DeliveryAdapter<SmsTarget> | null;
  readonly email: DeliveryAdapter<EmailTarget> | null;
  readonly webhook: DeliveryAdapter<WebhookTarget>;
}

export interface Channels {
  readonly adapters: Adapters;
  /** The VAPID public key with which browsers subscribe. */
  readonly publicKey: string;
  /** Whether addresses that users give may lead into the private network. */
  readonly allowPrivateAddresses: boolean;
  /** How reports of the SMS provider are authenticated; null takes none. */
  readonly reports:
    | { readonly kind: 'twilio'; readonly authToken: string }
    | { readonly kind: 'gateway'; readonly secret: string }
    | null;
  /** The public address of the product. */
  readonly url: string;
  close(): Promise<void>;
}

export type ChannelSettings = Pick<Config, 'delivery' | 'seed' | 'url' | 'contact' | 'proxy'>;

/**
 * Opens the channels of the settings. Nothing is sent yet. Notices have an HTTP client of their own, which is live
 * also when the weather is replayed or simulated.
 */
export async function openChannels(settings: ChannelSettings, db: Database): Promise<Channels> {
  const { delivery, url } = settings;
  const { allowPrivateAddresses, sms } = delivery;
  const http = openLiveHttpClient({
    userAgent: `Allclear/0.1 (weather safety; ${settings.contact})`,
    proxy: settings.proxy,
    allowPrivateAddresses,
  });
  const vapid = await getOrCreateSecret(db, 'vapid', async () => makeVapidKeys(), wallNow());
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
    url,
    async close() {
      for (const adapter of Object.values(adapters) as (DeliveryAdapter<unknown> | null)[])
        await adapter?.close();
      await http.close();
    },
  };
}

/** The channels as the settings page shows them. */
export function describeChannels({
  adapters,
}: Channels): { channel: DeliveryChannelName; configured: boolean; vendor: string | null }[] {
  return (['push', 'sms', 'email', 'webhook'] as const).map((channel) => {
    const adapter = adapters[channel];
    return { channel, configured: adapter !== null, vendor: adapter?.vendor ?? null };
  });
}
