import { describeHost, type Sender } from '../http-client/index.ts';
import { ATTEMPT_TIMEOUT_MS, accepted, failedByError, failedByStatus, isSuccess } from './outcome.ts';
import type { DeliveryAdapter, OutgoingMessage } from './port.ts';
import { signatureHeaders } from './signature.ts';

export interface WebhookTarget {
  readonly url: string;
  /** Shared with the receiver, who verifies the signature with it. */
  readonly secret: string;
}

/** The JSON body of the POST. `id` is the same in every attempt (as is the header Idempotency-Key). */
export interface WebhookEvent {
  readonly id: string;
  readonly type: 'notice';
  readonly kind: OutgoingMessage['kind'];
  /** ISO 8601 UTC, in weather time. */
  readonly sentAt: string;
  readonly subject: string;
  readonly text: string;
  /** Link into the product. */
  readonly url: string;
  /** The same for all notices of one warning. */
  readonly correlationId: string;
  /** The location and the policy. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/**
 * Posts a signed event to a URL from a user. Headers: Idempotency-Key, X-Allclear-Timestamp (seconds),
 * X-Allclear-Signature (`sha256=` and the hexadecimal HMAC-SHA-256 of `timestamp.body`). 2xx is accepted, 410
 * means that the receiver is gone; 429, 5xx and timeouts are retryable; redirects are not followed. `wallNow`
 * returns epoch ms of the wall clock.
 */
export function createWebhook(options: {
  http: Sender;
  wallNow: () => number;
  timeoutMs?: number;
}): DeliveryAdapter<WebhookTarget> {
  const { http, wallNow, timeoutMs = ATTEMPT_TIMEOUT_MS } = options;
  return {
    channel: 'webhook',
    vendor: 'webhook',
    async send(message, target, signal) {
      const body = JSON.stringify(eventOf(message));
      const headers = {
        'Content-Type': 'application/json',
        'Idempotency-Key': message.id,
        ...signatureHeaders(target.secret, body, wallNow()),
      };
      try {
        const answer = await http.send({
          source: 'webhook',
          url: target.url,
          headers,
          body,
          givenBy: 'user',
          timeoutMs,
          signal,
        });
        if (isSuccess(answer)) return accepted(null, `${hostOf(target.url)} answered ${answer.status}.`);
        return failedByStatus(hostOf(target.url), answer, [410]);
      } catch (error) {
        return failedByError(error);
      }
    },
    close: async () => {},
  };
}

function eventOf(message: OutgoingMessage): WebhookEvent {
  const { id, kind, sentAt, subject, text, url, correlationId, facts = {} } = message;
  return { id, type: 'notice', kind, sentAt, subject, text, url, correlationId, facts };
}

/** A webhook's path is often a key, so only the host is returned. */
function hostOf(url: string): string {
  return describeHost(url);
}
