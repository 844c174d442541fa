import { describeHost, type RawResponse, type Sender } from '../http-client/index.ts';
import { ATTEMPT_TIMEOUT_MS, accepted, failedByError, failedByStatus, isSuccess } from './outcome.ts';
import type { DeliveryOutcome } from './port.ts';
import { signatureHeaders, standardHeaders } from './signature.ts';

export interface WebhookTarget {
  readonly url: string;
  /** Shared with the receiver, who verifies the signature with one of them; the newest first. */
  readonly secrets: readonly string[];
}

/** One event for one receiver. */
export interface WebhookMessage {
  /** The same in every attempt, and when the event is sent again: by it a receiver drops repeats. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/** What was sent and answered, for the log of attempts: bounded, without a secret and without signatures. */
export interface WebhookExchange {
  readonly request: string;
  /** Null without an answer. */
  readonly status: number | null;
  readonly answer: string | null;
  /** Real ms. */
  readonly durationMs: number;
}

export interface WebhookSender {
  readonly vendor: string;
  /** One attempt. Never throws for a failure of the receiver. */
  send(
    message: WebhookMessage,
    target: WebhookTarget,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: DeliveryOutcome; readonly exchange: WebhookExchange }>;
  close(): Promise<void>;
}

const maxRequest = 8_192;
const maxAnswer = 4_096;
const shownAnswerHeaders = ['content-type', 'location', 'retry-after', 'server'];

/**
 * Posts a signed event to a URL from a user. Headers: those of Standard Webhooks (`webhook-id`, `webhook-timestamp`
 * in seconds, `webhook-signature`), and Idempotency-Key, X-Allclear-Timestamp, X-Allclear-Signature (`sha256=` and the
 * hexadecimal HMAC-SHA-256 of `timestamp.body`). With two secrets both signature headers have two signatures,
 * separated by a blank. 2xx is accepted, 410 means that the receiver is gone; 429, 5xx and timeouts are retryable;
 * redirects are not followed. `wallNow` returns epoch ms of the wall clock.
 */
export function createWebhook(options: {
  http: Sender;
  wallNow: () => number;
  timeoutMs?: number;
}): WebhookSender {
  const { http, wallNow, timeoutMs = ATTEMPT_TIMEOUT_MS } = options;
  return {
    vendor: 'webhook',
    async send({ id, body }, target, signal) {
      const plain = { 'Content-Type': 'application/json', 'Idempotency-Key': id };
      const signed = {
        ...signatureHeaders(target.secrets, body, wallNow()),
        ...standardHeaders(target.secrets, id, body, wallNow()),
      };
      const { 'webhook-id': webhookId, 'webhook-timestamp': timestamp } = signed;
      const request = textOf({ ...plain, 'webhook-id': webhookId, 'webhook-timestamp': timestamp }, body);
      const begun = performance.now();
      const exchange = (answer: RawResponse | null): WebhookExchange => ({
        request: without(target.secrets, request.slice(0, maxRequest)),
        status: answer?.status ?? null,
        answer: answer && without(target.secrets, answerText(answer)).slice(0, maxAnswer),
        durationMs: Math.round(performance.now() - begun),
      });
      try {
        const answer = await http.send({
          ...{ source: 'webhook', url: target.url, headers: { ...plain, ...signed }, body },
          ...{ givenBy: 'user', timeoutMs, signal },
        });
        const host = describeHost(target.url);
        const outcome = isSuccess(answer)
          ? accepted(null, `${host} answered ${answer.status}.`)
          : failedByStatus(host, answer, [410]);
        return { outcome, exchange: exchange(answer) };
      } catch (error) {
        return { outcome: failedByError(error), exchange: exchange(null) };
      }
    },
    close: async () => {},
  };
}

function textOf(headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\n')}\n\n${body}`;
}

function answerText({ headers, bytes }: RawResponse): string {
  const shown = shownAnswerHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  return textOf(Object.fromEntries(shown), Buffer.from(bytes).toString('utf8', 0, maxAnswer));
}

/** A receiver may repeat what it was sent, or what it was configured with. */
function without(secrets: readonly string[], text: string): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '(secret)'), text);
}
