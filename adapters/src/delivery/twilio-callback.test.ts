import { describe, expect, test } from 'vitest';
import { isTwilioSignature, twilioStatus } from './twilio-callback.ts';

describe('what a callback says', () => {
  test.each([
    [
      { MessageSid: 'SM1', MessageStatus: 'queued' },
      { providerId: 'SM1', state: 'queued', reason: null },
    ],
    [
      { MessageSid: 'SM1', MessageStatus: 'sending' },
      { providerId: 'SM1', state: 'queued', reason: null },
    ],
    [
      { MessageSid: 'SM1', MessageStatus: 'sent' },
      { providerId: 'SM1', state: 'sent', reason: null },
    ],
    [
      { SmsSid: 'SM1', SmsStatus: 'delivered' },
      { providerId: 'SM1', state: 'delivered', reason: null },
    ],
    [
      { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' },
      { providerId: 'SM1', state: 'undelivered', reason: 'The phone is off or out of reach (Twilio 30003).' },
    ],
    [
      { MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: '39999' },
      { providerId: 'SM1', state: 'failed', reason: 'The provider refused the message (Twilio 39999).' },
    ],
    [
      { MessageSid: 'SM1', MessageStatus: 'failed' },
      { providerId: 'SM1', state: 'failed', reason: 'The provider gave no reason.' },
    ],
    [{ MessageSid: 'SM1', MessageStatus: 'teleported' }, null],
    [{ MessageStatus: 'sent' }, null],
    [
      { MessageSid: ['SM1', 'SM2'], MessageStatus: ['sent'] },
      { providerId: 'SM1', state: 'sent', reason: null },
    ],
    [{}, null],
  ])('%j', (params, expected) => {
    expect(twilioStatus(params)).toEqual(expected);
  });
});

// The example of Twilio's documentation: https://www.twilio.com/docs/usage/security
const TOKEN = '12345';
const ADDRESS = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const PARAMS = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
};
const SIGNATURE = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';

describe('whether a callback comes from Twilio', () => {
  test('the documented example, with and without the standard port', () => {
    expect(isTwilioSignature(TOKEN, ADDRESS, PARAMS, SIGNATURE)).toBe(true);
    expect(isTwilioSignature(TOKEN, ADDRESS.replace('.com/', '.com:443/'), PARAMS, SIGNATURE)).toBe(true);
  });
  test.each([
    ['another token', '54321', ADDRESS, PARAMS, SIGNATURE],
    ['another address', TOKEN, ADDRESS.replace('foo=1', 'foo=2'), PARAMS, SIGNATURE],
    ['another port', TOKEN, ADDRESS.replace('.com/', '.com:8443/'), PARAMS, SIGNATURE],
    ['a changed field', TOKEN, ADDRESS, { ...PARAMS, Digits: '1235' }, SIGNATURE],
    ['a further field', TOKEN, ADDRESS, { ...PARAMS, Extra: '' }, SIGNATURE],
    ['no signature', TOKEN, ADDRESS, PARAMS, undefined],
    ['half a signature', TOKEN, ADDRESS, PARAMS, SIGNATURE.slice(0, 10)],
    ['an address that is none', TOKEN, 'nowhere', PARAMS, SIGNATURE],
  ])('%s is refused', (_name, token, address, params, signature) => {
    expect(isTwilioSignature(token, address, params, signature)).toBe(false);
  });
});
