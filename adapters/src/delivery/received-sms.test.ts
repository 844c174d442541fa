import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { receivedSms, twilioReceivedSms, twimlOf } from './received-sms.ts';
import { isTwilioSignature } from './twilio-callback.ts';

/** The fields of an incoming message, as Twilio documents them. */
const incoming = {
  ...{ ToCountry: 'US', ToState: 'FL', SmsMessageSid: 'SM0123456789abcdef0123456789abcdef', NumMedia: '0' },
  ...{ ToCity: '', FromZip: '33602', SmsSid: 'SM0123456789abcdef0123456789abcdef', FromState: 'FL' },
  ...{ SmsStatus: 'received', FromCity: 'TAMPA', Body: '482193 INSIDE + gym 🏠', FromCountry: 'US' },
  ...{ To: '+18135550100', ToZip: '', NumSegments: '1', MessageSid: 'SM0123456789abcdef0123456789abcdef' },
  ...{ AccountSid: 'AC0123456789abcdef0123456789abcdef', From: '+18135550177', ApiVersion: '2010-04-01' },
};

describe('an incoming message of Twilio', () => {
  test('is read with its id, sender and text', () => {
    expect(twilioReceivedSms(incoming)).toEqual({
      ...{ id: 'SM0123456789abcdef0123456789abcdef', from: '+18135550177', text: '482193 INSIDE + gym 🏠' },
    });
    expect(twilioReceivedSms({ ...incoming, Body: '' })?.text).toBe('');
    const { SmsStatus: _, MessageSid: __, ...few } = incoming;
    expect(twilioReceivedSms(few)?.id).toBe(incoming.SmsSid);
  });

  test.each<[string, Record<string, string | string[] | undefined>]>([
    ['a status of a message', { MessageStatus: 'read', SmsStatus: 'read' }],
    ['a delivery', { SmsStatus: 'delivered' }],
    ['no text at all', { Body: undefined }],
    ['two texts', { Body: ['482193 HELP', '482193 READ'] }],
    ['no sender', { From: '' }],
    ['two senders', { From: ['+18135550177', '+18135550178'] }],
    ['no id', { MessageSid: '', SmsSid: '' }],
    ['an id that is none', { MessageSid: 'SM\u0000', SmsSid: '' }],
  ])('%s is none', (_, changes) => {
    const params = Object.fromEntries(
      Object.entries({ ...incoming, ...changes }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
    expect(twilioReceivedSms(params)).toBeNull();
  });

  test('is signed over the address and its fields in order, with letters of any alphabet', () => {
    const url = 'https://allclear.example.org/api/ReceivedSms/Twilio';
    const signed = (Object.keys(incoming) as (keyof typeof incoming)[])
      .sort()
      .reduce((text, name) => text + name + incoming[name], url);
    const signature = createHmac('sha1', 'hush').update(signed, 'utf8').digest('base64');
    expect(isTwilioSignature('hush', url, incoming, signature)).toBe(true);
    expect(isTwilioSignature('hush', url, { ...incoming, From: '+18135550178' }, signature)).toBe(false);
    expect(isTwilioSignature('hush', `${url}?x=1`, incoming, signature)).toBe(false);
    expect(isTwilioSignature('hush', url, incoming, undefined)).toBe(false);
  });
});

test('an id is at most 200 characters', () => {
  expect(receivedSms({ id: 'x'.repeat(200), from: '+1', text: '' })).not.toBeNull();
  expect(receivedSms({ id: 'x'.repeat(201), from: '+1', text: '' })).toBeNull();
});

test('a reply is TwiML in which nothing is markup', () => {
  const begin = '<?xml version="1.0" encoding="UTF-8"?><Response>';
  expect(twimlOf(null)).toBe(`${begin}</Response>`);
  expect(twimlOf(`at </Message><Message to="x"> 'A' & B\u0000\u001b\ufffe\ud800 🏠`)).toBe(
    `${begin}<Message>at &lt;/Message&gt;&lt;Message to=&quot;x&quot;&gt; &apos;A&apos; &amp; B\ufffd 🏠</Message></Response>`,
  );
});
