import { createHash } from 'node:crypto';
import webPush from 'web-push';
import { describeHost, type Sender } from '../http-client/index.ts';
import { ATTEMPT_TIMEOUT_MS, accepted, failed, failedByError, failedByStatus, isSuccess } from './outcome.ts';
import type { DeliveryAdapter, OutgoingMessage } from './port.ts';

/** A browser's PushSubscription in JSON. */
export interface PushTarget {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface VapidKeys {
  /** URL-safe Base64; browsers subscribe with it. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The payload for the service worker. */
export interface PushPayload {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** A later notice of the same warning replaces the earlier one on the screen. */
  readonly tag: string;
  /** The same in every attempt. */
  readonly id: string;
  readonly kind: OutgoingMessage['kind'];
}

/**
 * How long a push service keeps a notice for an offline browser, in seconds, and its urgency (RFC 8030
 * section 5.3). An all clear is kept for the shortest time: hours later it may no longer be true.
 */
const DELIVERY_BY_KIND = {
  warning: { TTL: 3600, urgency: 'high' },
  'all-clear': { TTL: 1800, urgency: 'high' },
  information: { TTL: 86_400, urgency: 'normal' },
  test: { TTL: 300, urgency: 'high' },
} as const;

/** Push services accept 4,096 bytes after encryption, which adds about a hundred. */
const MAX_PAYLOAD_BYTES = 3500;

/**
 * Web push (RFC 8030, 8188, 8291, 8292). The endpoint comes from the browser, so it is not trusted.
 * `vapid.subject` is a `mailto:` or `https:` URL of the operator. Throws when the keys are invalid.
 */
export function createWebPush(options: {
  http: Sender;
  vapid: VapidKeys & { readonly subject: string };
  timeoutMs?: number;
}): DeliveryAdapter<PushTarget> {
  const { http, timeoutMs = ATTEMPT_TIMEOUT_MS } = options;
  const { subject, publicKey, privateKey } = options.vapid;
  webPush.getVapidHeaders('https://push.example', subject, publicKey, privateKey, 'aes128gcm');

  function encrypt(message: OutgoingMessage, { endpoint, keys }: PushTarget) {
    const topic = createHash('sha256').update(message.id).digest('base64url').slice(0, 32);
    const settings = {
      ...DELIVERY_BY_KIND[message.kind],
      topic,
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject, publicKey, privateKey },
    } as const;
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys },
      payloadOf(message),
      settings,
    );
    const { 'Content-Length': _counted, ...rest } = headers as Record<string, unknown>;
    return {
      body,
      headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
    };
  }

  return {
    channel: 'push',
    vendor: 'web-push',
    async send(message, target, signal) {
      let details: ReturnType<typeof encrypt>;
      try {
        details = encrypt(message, target);
      } catch {
        return failed('The browser’s subscription cannot be used: its keys or its address are broken.', {
          gone: true,
        });
      }
      const service = describeHost(target.endpoint);
      try {
        const answer = await http.send({
          source: 'web-push',
          url: target.endpoint,
          ...details,
          givenBy: 'user',
          timeoutMs,
          signal,
        });
        if (isSuccess(answer))
          return accepted(answer.headers.location ?? null, `${service} took the notice.`);
        if (answer.status === 404 || answer.status === 410)
          return failed('The browser is no longer subscribed.', { gone: true });
        return failedByStatus(service, answer);
      } catch (error) {
        return failedByError(error);
      }
    },
    close: async () => {},
  };
}

/** New keys for an installation. Browsers that subscribed with other keys must subscribe again. */
export function makeVapidKeys(): VapidKeys {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return { publicKey, privateKey };
}

function payloadOf(message: OutgoingMessage): string {
  const write = (body: string): string => {
    const payload: PushPayload = {
      title: message.subject.slice(0, 200),
      body,
      url: message.url,
      tag: message.correlationId,
      id: message.id,
      kind: message.kind,
    };
    return JSON.stringify(payload);
  };
  let body = message.short;
  while (body && Buffer.byteLength(write(body)) > MAX_PAYLOAD_BYTES)
    body = `${body.slice(0, Math.floor(body.length * 0.9) - 1).trimEnd()}…`;
  return write(body);
}
