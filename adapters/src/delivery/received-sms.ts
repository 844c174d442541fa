import type { TwilioParams } from './twilio-callback.ts';

/** An SMS that somebody sent to a number of the installation. */
export interface ReceivedSms {
  /** Of the provider, which sends the same one again after an answer that was lost. */
  readonly id: string;
  /** As the provider writes it; Twilio in E.164. */
  readonly from: string;
  readonly text: string;
}

/** Characters of an id at most; Twilio's have 34. */
const maxIdLength = 200;

/**
 * The SMS of a request to the address of a Twilio number for incoming messages; null for anything else, such as a
 * status of a message, which has no text of a person.
 * https://www.twilio.com/docs/messaging/guides/webhook-request
 */
export function twilioReceivedSms(params: TwilioParams): ReceivedSms | null {
  const only = (name: string) => (typeof params[name] === 'string' ? params[name] : '');
  const id = only('MessageSid') || only('SmsSid');
  // A status has MessageStatus, and SmsStatus with the same word.
  if (params.MessageStatus !== undefined || !['', 'received', 'receiving'].includes(only('SmsStatus')))
    return null;
  if (typeof params.Body !== 'string') return null;
  return receivedSms({ id, from: only('From'), text: params.Body });
}

/** Null without an id that can be stored, or without a sender. */
export function receivedSms({ id, from, text }: ReceivedSms): ReceivedSms | null {
  if (!/^[\x21-\x7e]+$/.test(id) || id.length > maxIdLength || from === '') return null;
  return { id, from, text };
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * The answer by which Twilio sends a reply to whoever sent the SMS; null sends none. Characters that XML does not have
 * are left out.
 * https://www.twilio.com/docs/messaging/twiml
 */
export function twimlOf(reply: string | null): string {
  const text = reply
    ?.toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is left out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (letter) => escapes[letter] ?? '');
  const message = text === undefined ? '' : `<Message>${text}</Message>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`;
}
