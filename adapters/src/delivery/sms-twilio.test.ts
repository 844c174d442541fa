import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLiveHttpClient } from '../http-client/index.ts';
import { createTwilioSms } from './sms-twilio.ts';
import { exampleMessage } from './stand-in-message.ts';
import { openStandInTwilio, type StandInTwilio } from './stand-in-twilio.ts';

const TOKEN = 'tw-s3cret';
const STARTED = Date.UTC(2026, 5, 6, 20, 42, 10);
const http = openLiveHttpClient({ userAgent: 'Allclear test' });
const never = new AbortController().signal;
const target = { phoneNumber: '+18135550100' };
let twilio: StandInTwilio;
let now = STARTED;

beforeAll(async () => {
  twilio = await openStandInTwilio({ accountSid: 'AC1', authToken: TOKEN, now: () => now });
});
afterAll(async () => {
  await http.close();
  await twilio.close();
});
beforeEach(() => {
  twilio.messages.length = 0;
  twilio.next = { kind: 'take' };
  twilio.listStatus = 200;
  now = STARTED + 800;
});

const open = (changes = {}) =>
  createTwilioSms({
    http,
    accountSid: 'AC1',
    authToken: TOKEN,
    from: '+18135550199',
    apiUrl: twilio.url,
    timeoutMs: 300,
    ...changes,
  });
const first = exampleMessage({ startedAt: STARTED });
const again = { ...first, firstAttempt: false };

test('the documented request', async () => {
  const sms = open({
    statusCallbackUrl: (id: string) => `https://allclear.example.org/api/twilio?id=${encodeURIComponent(id)}`,
  });
  expect(await sms.send(first, target, never)).toMatchObject({ kind: 'accepted', providerId: 'SM1' });
  expect(Object.fromEntries(twilio.forms.at(-1)!)).toEqual({
    To: '+18135550100',
    From: '+18135550199',
    Body: `${first.short} ${first.url}`,
    StatusCallback: 'https://allclear.example.org/api/twilio?id=event-1%2Fperson-7%2Fchannel',
  });
});
test('a messaging service instead of a number', async () => {
  await open({ from: 'MG1' }).send(first, target, never);
  expect(Object.fromEntries(twilio.forms.at(-1)!)).toMatchObject({ MessagingServiceSid: 'MG1' });
  expect(twilio.forms.at(-1)!.has('From')).toBe(false);
});

describe('what Twilio refuses', () => {
  test.each([
    ['not a number', 400, 21211, false, true],
    ['not a mobile number', 400, 21614, false, true],
    ['unsubscribed', 400, 21610, false, false],
    ['another country', 400, 21408, false, false],
    ['a code that is not known', 400, 29999, false, false],
    ['the sign-in', 401, 20003, false, false],
    ['too many requests', 429, 20429, true, false],
    ['a full queue', 400, 21611, true, false],
    ['out of order', 503, 20503, true, false],
    ['out of order, not JSON', 502, null, true, false],
  ])('%s', async (_name, status, code, retryable, gone) => {
    twilio.next = { kind: 'refuse', status, code };
    const outcome = await open().send(first, target, never);
    expect(outcome).toMatchObject({ kind: 'failed', retryable, gone, retryAfterMs: null });
    expect(JSON.stringify(outcome)).not.toContain(TOKEN);
    expect(twilio.messages).toHaveLength(0);
  });
  test('and asks to wait', async () => {
    twilio.next = { kind: 'refuse', status: 429, code: 20429, retryAfter: '9' };
    expect(await open().send(first, target, never)).toMatchObject({ retryable: true, retryAfterMs: 9000 });
  });
  test('a wrong token is reported without the token', async () => {
    const outcome = await open({ authToken: 'other-s3cret' }).send(first, target, never);
    expect(outcome).toMatchObject({ kind: 'failed', retryable: false });
    expect(JSON.stringify(outcome)).not.toContain('s3cret');
  });
});

describe('an attempt whose answer was lost', () => {
  test.each(['take-late', 'take-and-cut', 'take-and-garble'] as const)(
    '%s: the next attempt finds the message, still queued or sent',
    async (kind) => {
      twilio.next = { kind };
      expect(await open().send(first, target, never)).toMatchObject({ kind: 'failed', retryable: true });
      twilio.next = { kind: 'take' };
      expect(await open().send(again, target, never)).toMatchObject({ kind: 'accepted', providerId: 'SM1' });
      Object.assign(twilio.messages[0]!, { status: 'sent', date_sent: twilio.messages[0]!.date_created });
      expect(await open().send(again, target, never)).toMatchObject({ kind: 'accepted', providerId: 'SM1' });
      expect(twilio.messages).toHaveLength(1);
    },
  );
  test('that never arrived is sent', async () => {
    twilio.next = { kind: 'silent' };
    expect(await open().send(first, target, never)).toMatchObject({ kind: 'failed', retryable: true });
    twilio.next = { kind: 'take' };
    expect(await open().send(again, target, never)).toMatchObject({ kind: 'accepted' });
    expect(twilio.messages).toHaveLength(1);
  });
  test('an older message, another text or another number is not taken for it', async () => {
    now = STARTED - 3_600_000;
    await open().send(first, target, never);
    now = STARTED + 500;
    await open().send({ ...first, short: 'All clear.' }, target, never);
    await open().send(first, { phoneNumber: '+18135550101' }, never);
    expect(await open().send(again, target, never)).toMatchObject({ kind: 'accepted', providerId: 'SM4' });
  });
  test('a first attempt does not ask', async () => {
    await open().send(first, target, never);
    await open().send(first, target, never);
    expect(twilio.messages).toHaveLength(2);
  });
  test('one that Twilio took and could not deliver is left to another channel', async () => {
    await open().send(first, target, never);
    Object.assign(twilio.messages[0]!, { status: 'undelivered', error_code: 30003 });
    expect(await open().send(again, target, never)).toMatchObject({
      kind: 'failed',
      retryable: false,
      reason: expect.stringContaining('30003'),
    });
    expect(twilio.messages).toHaveLength(1);
  });
  test.each([500, 429])('while the list answers %i nothing is sent', async (listStatus) => {
    twilio.listStatus = listStatus;
    expect(await open().send(again, target, never)).toMatchObject({ kind: 'failed', retryable: true });
    expect(twilio.messages).toHaveLength(0);
  });
  test('a key that may not read the list still sends', async () => {
    twilio.listStatus = 403;
    expect(await open().send(again, target, never)).toMatchObject({ kind: 'accepted' });
  });
});
