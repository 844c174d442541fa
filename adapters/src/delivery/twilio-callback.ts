import { createHmac } from 'node:crypto';
import { isSameText } from './signature.ts';

export type TwilioParams = Readonly<Record<string, string | readonly string[]>>;

export interface TwilioStatus {
  readonly providerId: string;
  readonly state: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed';
  /** A sentence; null when nothing failed. */
  readonly reason: string | null;
}

const STATES: Readonly<Record<string, TwilioStatus['state']>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};

/** Whose number answered STOP is not sent any SMS: the provider refuses them, whatever is overridden. */
export const unsubscribedFromSms = 'The person has unsubscribed with STOP';

/** https://www.twilio.com/docs/api/errors. */
const REASONS: Readonly<Record<string, string>> = {
  '21211': 'The phone number is not valid',
  '21214': 'The phone number cannot be reached',
  '21217': 'The phone number is not valid',
  '21408': 'The account may not send to this country',
  '21610': unsubscribedFromSms,
  '21611': 'The sender’s queue is full',
  '21612': 'The number cannot be reached from this sender',
  '21614': 'The number is not a mobile number',
  '30001': 'The provider’s queue is full',
  '30002': 'The provider’s account is suspended',
  '30003': 'The phone is off or out of reach',
  '30004': 'The phone or its operator blocks messages',
  '30005': 'The phone number does not exist',
  '30006': 'The number is a landline',
  '30007': 'The operator filtered the message',
  '30034': 'The sender is not registered with the operators',
};

/** A code as a sentence: 'The phone number is not valid (Twilio 21211).'. */
export function twilioReason(code: string | number): string {
  return `${REASONS[String(code)] ?? 'The provider refused the message'} (Twilio ${code}).`;
}

/** The content of a status callback; null when it is none (no MessageSid, or an unknown status). */
export function twilioStatus(params: TwilioParams): TwilioStatus | null {
  const providerId = first(params.MessageSid ?? params.SmsSid);
  const state = STATES[first(params.MessageStatus ?? params.SmsStatus) ?? ''];
  if (!providerId || !state) return null;
  const code = first(params.ErrorCode);
  const isBad = state === 'failed' || state === 'undelivered';
  return {
    providerId,
    state,
    reason: isBad ? (code ? twilioReason(code) : 'The provider gave no reason.') : null,
  };
}

/**
 * Whether a callback comes from Twilio: `header` is X-Twilio-Signature, `url` the whole URL as configured at
 * Twilio, with its query, `params` the form's fields. The signature is accepted with and without the default
 * port in the URL, as Twilio's own libraries do.
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
export function isTwilioSignature(
  authToken: string,
  url: string,
  params: TwilioParams,
  header: string | undefined,
): boolean {
  const fields = Object.keys(params)
    .sort()
    .map(
      (name) =>
        name +
        (typeof params[name] === 'string' ? params[name] : [...new Set(params[name])].sort().join(`${name}`)),
    )
    .join('');
  return spellings(url).some((spelling) => {
    const expected = createHmac('sha1', authToken)
      .update(spelling + fields)
      .digest('base64');
    return isSameText(header ?? '', expected);
  });
}

function spellings(url: string): string[] {
  const [, scheme, host, port, rest] = /^(https?):\/\/([^/:?#]+)(:\d+)?(.*)$/.exec(url) ?? [];
  if (!scheme) return [url];
  const standard = scheme === 'https' ? ':443' : ':80';
  return port && port !== standard
    ? [url]
    : [`${scheme}://${host}${rest}`, `${scheme}://${host}${standard}${rest}`];
}

function first(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}
