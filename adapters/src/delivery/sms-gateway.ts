import { describeHost, type Sender } from '../http-client/index.ts';
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
import { smsOf } from './sms-text.ts';

export interface SmsTarget {
  /** E.164: '+18135550100'. */
  readonly phoneNumber: string;
}

export interface SmsGatewayOptions {
  readonly http: Sender;
  /** URL of the gateway; may be inside the private network. */
  readonly url: string;
  /** Secret that signs each request like a webhook; null sends it unsigned. */
  readonly secret: string | null;
  readonly wallNow: () => number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
  /** Where the gateway may report the delivery status of the message with this id. */
  readonly statusCallbackUrl?: (id: string) => string;
  readonly timeoutMs?: number;
}

/**
 * SMS through any gateway that accepts JSON over HTTP: POST `{ id, to, text, from?, statusUrl? }` with the
 * header Idempotency-Key, which is the same in every attempt, so that the gateway can recognize a repeat. 2xx
 * is accepted (the `id` of the response, if any, is stored), 410 means that the number does not exist; 429,
 * 5xx and timeouts are retryable.
 */
export function createGatewaySms(options: SmsGatewayOptions): DeliveryAdapter<SmsTarget> {
  const { http, url, secret, wallNow, from, statusCallbackUrl, timeoutMs = ATTEMPT_TIMEOUT_MS } = options;
  const gateway = describeHost(url);
  return {
    channel: 'sms',
    vendor: 'gateway',
    async send(message, { phoneNumber }, signal) {
      const { id } = message;
      const text = smsOf(message);
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
