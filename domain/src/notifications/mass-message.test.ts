import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AlertTime } from './alert-schedule.ts';
import {
  checkMassMessage,
  type MassAudience,
  type MassMessageContent,
  massMessageText,
  massRecipientsOf,
  notReachedText,
} from './mass-message.ts';
import type { Addressee } from './recipients.ts';
import { standingSentence } from './text-parts.ts';

const content = (changes: Partial<MassMessageContent> = {}): MassMessageContent => ({
  headline: 'Storms at six',
  message: 'Be ready to go inside.',
  senderText: 'Alex Admin at Riverside using Allclear',
  channel: 5,
  overridePreferences: false,
  isDrill: false,
  ...changes,
});
const errorsOf = (changes: Partial<MassMessageContent>) => {
  const checked = checkMassMessage(content(changes));
  return checked.kind === 'wrong' ? checked.errors : {};
};

describe('the content of a message', () => {
  test.each([
    ['no headline', { headline: '' }, { Headline: ['Headline is required'] }],
    ['a headline of blanks', { headline: ' \n ' }, { Headline: ['Headline is required'] }],
    [
      'a headline of 101 characters',
      { headline: 'h'.repeat(101) },
      { Headline: ['Headline can be at most 100 characters'] },
    ],
    ['no message', { message: '' }, { Message: ['Message is required'] }],
    [
      'a message of 501 characters',
      { message: 'm'.repeat(501) },
      { Message: ['Message can be at most 500 characters'] },
    ],
    ['no sender text', { senderText: '' }, { SenderText: ['Sender text is required'] }],
    [
      'a sender text of 101 characters',
      { senderText: 's'.repeat(101) },
      { SenderText: ['Sender text can be at most 100 characters'] },
    ],
    ['the channel 0', { channel: 0 }, { Channel: [expect.stringContaining('1 (push)')] }],
    ['the channel 8', { channel: 8 }, { Channel: [expect.stringContaining('1 (push)')] }],
    ['the channel -1', { channel: -1 }, { Channel: [expect.stringContaining('1 (push)')] }],
    ['half a channel', { channel: 1.5 }, { Channel: [expect.stringContaining('1 (push)')] }],
  ])('is refused with %s', (_, changes, errors) => {
    expect(errorsOf(changes)).toEqual(errors);
  });

  test('may have 100, 500 and 100 characters', () => {
    const longest = { headline: 'h'.repeat(100), message: 'm'.repeat(500), senderText: 's'.repeat(100) };
    expect(errorsOf(longest)).toEqual({});
  });

  test.each([
    [1, 5],
    [2, 7],
    [5, 5],
    [6, 7],
    [7, 7],
  ])('with the channel %i is sent by %i: push and SMS are always on', (given, stored) => {
    expect(checkMassMessage(content({ channel: given }))).toMatchObject({ content: { channel: stored } });
  });

  test('keeps markup as it was typed, without what could forge a line', () => {
    const checked = checkMassMessage(content({ message: '<b>Go</b>\r\n\u202einside\u0007', headline: 'A\nB' }));
    expect(checked).toMatchObject({ content: { message: '<b>Go</b>\ninside', headline: 'A B' } });
  });
});

describe('the text', () => {
  test('says who sends it, once, and the standing sentence in the long one', () => {
    const { subject, text, short } = massMessageText(content());
    expect(subject).toBe('Storms at six');
    expect(short).toBe('Storms at six: Be ready to go inside. - Alex Admin at Riverside using Allclear');
    expect(text.split('\n\n')).toEqual([
      'Be ready to go inside.',
      'Sent by Alex Admin at Riverside using Allclear.',
      standingSentence,
    ]);
  });

  test('does not say the headline twice', () => {
    expect(massMessageText(content({ message: 'Storms at six. Be ready.' })).short).toBe(
      'Storms at six. Be ready. - Alex Admin at Riverside using Allclear',
    );
  });

  test('of a drill begins with it in every channel, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (headline, message) => {
        const texts = massMessageText(content({ headline, message, isDrill: true }));
        for (const text of Object.values(texts)) expect(text).toMatch(/^This is a drill\./);
      }),
    );
  });
});

const noon = Date.parse('2026-07-15T17:00:00Z');
const never = [0, 1, 2, 3, 4, 5, 6].map(
  (day): AlertTime => ({ day, startTime: '00:00:00', endTime: '24:00:00', allDay: true, enabled: false }),
);
const person = (changes: Partial<Addressee> = {}): Addressee => ({
  ...{ userId: 'ann', isActive: true, groupIds: ['coaches'], declinesNotifications: false },
  ...{ notificationType: 0, smsNotifications: true, emailNotifications: false },
  ...{ phoneNumber: '+15555550100', email: 'ann@example.org', emailSuppressed: false, pushDevices: 1 },
  ...{ severeWeatherNotification: false, precipitationNotification: false },
  ...{ proactiveForecastNotification: false, optOutForecast: true },
  ...{ alertTimesEnabled: true, alertTimes: [], timeZone: 'UTC', geofenceAlertsEnabled: true },
  ...{ sharedPosition: null, chosenLocationIds: [], silencedLocationIds: [] },
  ...changes,
});
const audience = (who: Partial<Addressee>, changes: Partial<MassAudience> = {}): MassAudience => ({
  ...{ people: [person(who)], groups: [{ id: 'coaches', alertTimes: [], timeZone: 'UTC' }] },
  ...{ channel: 5, overridePreferences: false, now: noon },
  ...changes,
});
const recipientOf = (who: Partial<Addressee>, changes: Partial<MassAudience> = {}) =>
  massRecipientsOf(audience(who, changes))[0];

describe('the recipients', () => {
  const closed = { groups: [{ id: 'coaches', alertTimes: never, timeZone: 'UTC' }] };

  test.each([
    ['declines notifications', { declinesNotifications: true }, {}, 'declined'],
    [
      'silenced all saved places',
      { chosenLocationIds: ['a', 'b'], silencedLocationIds: ['a', 'b'] },
      {},
      'silenced',
    ],
    [
      'silenced one of two places',
      { chosenLocationIds: ['a', 'b'], silencedLocationIds: ['a'] },
      {},
      null,
    ],
    ['is outside the own schedule', { alertTimes: never }, {}, 'schedule'],
    ['is outside the schedule of the group', {}, closed, 'schedule'],
    ['opted out of every kind of weather', {}, {}, null],
  ] as const)('who %s', (_, who, changes, muted) => {
    const mine: Partial<MassAudience> = changes;
    expect(recipientOf(who, mine)?.muted).toBe(muted);
    // Overriding preferences reaches everybody.
    expect(recipientOf(who, { ...mine, overridePreferences: true })?.muted).toBeNull();
  });

  test.each([
    ['push, then SMS', {}, 5, [['push', 'sms']]],
    ['email as the last resort when it is chosen', {}, 7, [['push', 'sms', 'email']]],
    ['email beside it for who wants it always', { emailNotifications: true }, 7, [['push', 'sms'], ['email']]],
    ['no email unless it is chosen', { emailNotifications: true }, 5, [['push', 'sms']]],
    ['SMS for who prefers it', { notificationType: 1 }, 7, [['sms', 'email']]],
    ['no SMS for who does not want it', { smsNotifications: false }, 5, [['push']]],
    ['push for who prefers SMS without a number', { notificationType: 1, phoneNumber: null }, 5, [['push']]],
  ] as const)('are sent %s', (_, who, channel, fallbackChains) => {
    expect(recipientOf(who, { channel })?.fallbackChains).toEqual(fallbackChains);
  });

  test('who has no channel that was chosen is not sent anything', () => {
    const byMailOnly = { pushDevices: 0, phoneNumber: null };
    expect(recipientOf(byMailOnly)).toMatchObject({ fallbackChains: [], muted: 'no-channel' });
    expect(recipientOf(byMailOnly, { channel: 7 })).toMatchObject({ fallbackChains: [['email']], muted: null });
  });

  test('overriding preferences tries SMS last, and never sends to an address that unsubscribed', () => {
    fc.assert(
      fc.property(
        fc.record({
          declinesNotifications: fc.boolean(),
          smsNotifications: fc.boolean(),
          emailNotifications: fc.boolean(),
          notificationType: fc.constantFrom(0 as const, 1 as const),
          pushDevices: fc.constantFrom(0, 1),
          phoneNumber: fc.constantFrom(null, '+15555550100'),
        }),
        fc.integer({ min: 1, max: 7 }),
        (who, channel) => {
          const found = recipientOf({ ...who, emailSuppressed: true }, { channel, overridePreferences: true });
          expect(found?.fallbackChains.flat()).not.toContain('email');
          expect(found?.muted).toBe(who.pushDevices === 0 && who.phoneNumber === null ? 'no-channel' : null);
        },
      ),
    );
    const withoutSms = { smsNotifications: false };
    expect(recipientOf(withoutSms, { overridePreferences: true })?.fallbackChains).toEqual([['push', 'sms']]);
  });

  test('are active, and each is one once', () => {
    const people = [person(), person(), person({ userId: 'bob', isActive: false })];
    expect(massRecipientsOf(audience({}, { people })).map(({ userId }) => userId)).toEqual(['ann']);
  });
});

test.each([
  [{ email: null, emailSuppressed: false }, 5, 'No browser, phone number or email address can be used'],
  [{ email: 'a@example.org', emailSuppressed: false }, 5, 'Can be reached by email only, which is not chosen'],
  [
    { email: 'a@example.org', emailSuppressed: true },
    7,
    'Unsubscribed from email, and no other channel can be used',
  ],
])('why a person without a channel is not reached', (who, channel, text) => {
  expect(notReachedText('no-channel', who, channel)).toBe(text);
});
