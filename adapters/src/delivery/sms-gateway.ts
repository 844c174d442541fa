import { describeUrl, type Sender } from '../http-client/index.ts';
import {
  ATTEMPT_TIMEOUT_MS,
  accepted,
  failedByError,
  failedByStatus,
  isSuccess,
  readJson,
} from './outcome.ts';
import type { DeliveryAdapter } from './port.ts';
import { signatureHeaders } from './signature.ts';
import { composeSms } from './sms-text.ts';

export interface SmsTarget {
  /** E.164: '+18135550100'. */
  readonly phoneNumber: string;
}

export interface SmsGatewayOptions {
  readonly http: Sender;
  /** Where messages are posted; may be inside the private network. */
  readonly url: string;
  /** Signs each request as a webhook is signed; null sends it unsigned. */
  readonly secret: string | null;
  readonly wallNow: () => number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
  /** Where the gateway may report what became of the message with this id. */
  readonly statusCallbackUrl?: (id: string) => string;
  readonly timeoutMs?: number;
}

/**
 * SMS through any gateway that takes JSON over HTTP: POST `{ id, to, text, from?, statusUrl? }` with the
 * header Idempotency-Key, which is the same in every attempt, so that the gateway can tell a repeat. 2xx is
 * accepted (its `id`, if it answers one, is kept), 410 says that the number does not exist, 429, 5xx and
 * silence are tried again.
 */
export function createGatewaySms(options: SmsGatewayOptions): DeliveryAdapter<SmsTarget> {
  const { http, url, secret, wallNow, from, statusCallbackUrl, timeoutMs = ATTEMPT_TIMEOUT_MS } = options;
  const gateway = describeUrl(url).split('/', 1)[0]!;
  return {
    channel: 'sms',
    vendor: 'gateway',
    async send(message, { phoneNumber }, signal) {
      const { id } = message;
      const text = composeSms(message.short, message.url);
      const body = JSON.stringify({ id, to: phoneNumber, text, from, statusUrl: statusCallbackUrl?.(id) });
      const headers = {
        ...options.headers,
        'Content-Type': 'application/json',
        'Idempotency-Key': id,
        ...(secret !== null && signatureHeaders(secret, body, wallNow())),
      };
      try {
        const answer = await http.send({
          source: 'sms-gateway',
          url,
          headers,
          body,
          givenBy: 'installation',
          timeoutMs,
          signal,
        });
        if (!isSuccess(answer)) return failedByStatus(gateway, answer, [410]);
        const provided = readJson(answer)?.id;
        const providerId =
          typeof provided === 'string' || typeof provided === 'number'
            ? String(provided).slice(0, 200)
            : null;
        return accepted(providerId, `${gateway} answered ${answer.status}.`);
      } catch (error) {
        return failedByError(error);
      }
    },
    close: async () => {},
  };
}
