import { DAY_MS } from '@allclear/domain';
import { AdapterError } from '../adapter-error.ts';
import type { HttpClient, RawResponse, Sender } from '../http-client/index.ts';
import {
  ATTEMPT_TIMEOUT_MS,
  accepted,
  failed,
  failedByError,
  failedByStatus,
  isRetryableStatus,
  isSuccess,
  readJson,
} from './outcome.ts';
import type { DeliveryAdapter, DeliveryOutcome, OutgoingMessage } from './port.ts';
import type { SmsTarget } from './sms-gateway.ts';
import { smsOf } from './sms-text.ts';
import { twilioReason } from './twilio-callback.ts';

export interface TwilioOptions {
  readonly http: Pick<HttpClient, 'get'> & Sender;
  readonly accountSid: string;
  readonly authToken: string;
  /** A number in E.164, or the SID of a messaging service ('MG…'). */
  readonly from: string;
  readonly apiUrl?: string;
  readonly statusCallbackUrl?: (id: string) => string;
  readonly timeoutMs?: number;
}

/** https://www.twilio.com/docs/api/errors. */
const NO_SUCH_NUMBER = [21211, 21214, 21217, 21614];
const OVERLOADED = [20429, 20503, 21611, 30001];
/** Twilio's clock and ours may differ, and its times are whole seconds. */
const CLOCK_MARGIN_MS = 30_000;
const source = 'twilio';

/**
 * SMS through Twilio's Programmable Messaging (API of 2010-04-01). The API has no idempotency key, so every
 * attempt but the first searches the provider's list for the same text, created for the same number since the
 * first attempt started, and uses that message.
 */
export function createTwilioSms(options: TwilioOptions): DeliveryAdapter<SmsTarget> {
  const { http, accountSid, authToken, from, statusCallbackUrl, timeoutMs = ATTEMPT_TIMEOUT_MS } = options;
  const base = (options.apiUrl ?? 'https://api.twilio.com').replace(/\/+$/, '');
  const url = `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const headers = {
    Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    Accept: 'application/json',
  };

  async function create(
    message: OutgoingMessage,
    to: string,
    text: string,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome> {
    const form = new URLSearchParams({
      To: to,
      [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
      Body: text,
    });
    if (statusCallbackUrl) form.set('StatusCallback', statusCallbackUrl(message.id));
    const formHeaders = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await http.send({
      source,
      url,
      headers: formHeaders,
      body: form.toString(),
      givenBy: 'installation',
      timeoutMs,
      signal,
    });
    if (!isSuccess(answer)) return refusal(answer);
    const { sid, status } = readJson(answer) ?? {};
    // A gateway in front of the provider failed; the list of the next attempt shows whether the message
    // passed it.
    if (typeof sid !== 'string') return failed('Twilio’s answer cannot be read.', { retryable: true });
    return accepted(sid, `Twilio took the message (${String(status)}).`);
  }

  async function list(query: Record<string, string>, signal: AbortSignal): Promise<Listed[]> {
    const listUrl = `${url}?${new URLSearchParams(query)}`;
    return readList((await http.get({ source, url: listUrl, headers, timeoutMs, signal })).bytes);
  }

  async function findEarlier(
    message: OutgoingMessage,
    to: string,
    text: string,
    signal: AbortSignal,
  ): Promise<Listed | undefined> {
    const since = message.startedAt - CLOCK_MARGIN_MS;
    // A trial account prefixes the text with a sentence of its own.
    const isOurs = ({ body, date_created }: Listed) =>
      String(body).endsWith(text) && Date.parse(String(date_created)) >= since;
    const query = { To: to, PageSize: '100' };
    const sentSince = new Date(since - DAY_MS).toISOString().slice(0, 10);
    // A queued message has no DateSent, so the list is queried without it too.
    return (
      (await list({ ...query, 'DateSent>': sentSince }, signal)).find(isOurs) ??
      (await list(query, signal)).find(isOurs)
    );
  }

  return {
    channel: 'sms',
    vendor: 'twilio',
    async send(message, { phoneNumber }, signal) {
      const text = smsOf(message);
      try {
        const earlier = message.firstAttempt
          ? undefined
          : await findEarlier(message, phoneNumber, text, signal).catch(unlessForbidden);
        return earlier ? outcomeOf(earlier) : await create(message, phoneNumber, text, signal);
      } catch (error) {
        return failedByError(error);
      }
    },
    close: async () => {},
  };
}

interface Listed {
  readonly sid: string;
  readonly body?: unknown;
  readonly status?: unknown;
  readonly date_created?: unknown;
  readonly error_code?: unknown;
}

function readList(bytes: Uint8Array): Listed[] {
  const messages = readJson({ status: 200, headers: {}, bytes })?.messages;
  if (!Array.isArray(messages))
    throw new AdapterError(source, 'malformed', 'Twilio’s list of messages cannot be read.');
  return messages.filter((entry): entry is Listed => typeof entry?.sid === 'string');
}

/** A key that may send but not read: a second message is better than none. */
function unlessForbidden(error: unknown): undefined {
  if (!(error instanceof AdapterError && error.kind === 'auth')) throw error;
}

/**
 * A message that the provider accepted earlier and could not deliver is not sent again: another channel is
 * better.
 */
function outcomeOf({ sid, status, error_code }: Listed): DeliveryOutcome {
  if (status === 'failed' || status === 'undelivered' || status === 'canceled')
    return failed(twilioReason(String(error_code ?? status)));
  return accepted(sid, `Twilio had taken the message before (${String(status)}).`);
}

function refusal(answer: RawResponse): DeliveryOutcome {
  const byStatus = failedByStatus('Twilio', answer);
  const code = readJson(answer)?.code;
  if (typeof code !== 'number') return byStatus;
  const retryable = OVERLOADED.includes(code) || isRetryableStatus(answer.status);
  return { ...byStatus, reason: twilioReason(code), retryable, gone: NO_SUCH_NUMBER.includes(code) };
}
