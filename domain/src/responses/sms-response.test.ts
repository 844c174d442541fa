import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkResponsePlace, type ResponseKind, responsePlaceMaxLength } from './counted-responses.ts';
import { readResponseSms, type SmsReply, smsInstructions, smsReplyText } from './sms-response.ts';

const code = '482193';
const said = (text: string) => {
  const read = readResponseSms(text);
  return read.kind === 'keyword' ? 'keyword' : [read.code, read.says, read.place, read.isChange];
};
/** As a phone sends a reaction to the whole text of a message. */
const asked = `Lightning 4.2 mi from Memorial Stadium. Respond: https://allclear.example.org/respond#acr_x ${smsInstructions(code)}`;

describe('a received SMS', () => {
  test.each<[string, ResponseKind | null, string]>([
    ['482193 READ', 'read', ''],
    ['482193 read it', 'read', ''],
    ['482193 I have read it.', 'read', ''],
    ['READ 482193', 'read', ''],
    ['482-193 inside gym', 'inside', 'gym'],
    ['482 193 INSIDE: North gym, room 12', 'inside', 'North gym, room 12'],
    ['482193 INSIDE + gym', 'inside', 'gym'],
    ['482193 We’re all inside at the pool house', 'inside', 'the pool house'],
    ['Reply 482193 INSIDE gym', 'inside', 'gym'],
    ['４８２１９３ inside gym', 'inside', 'gym'],
    ['482193 inside 体育館 🏠', 'inside', '体育館 🏠'],
    ['482193 INSIDE', 'inside', ''],
    ['482193 INSIDE + where', 'inside', ''],
    ['482193 HELP', 'help', ''],
    ['482193 I need help in the dugout', 'help', 'dugout'],
    ['482193 help second floor', 'help', 'second floor'],
    ['482193 HELPP', 'help', 'HELPP'],
    ['482193 two injured, send help', 'help', 'two injured, send help'],
    ['482193 inside the gym, need help', 'help', 'inside the gym, need help'],
    ['482193 SOS', 'help', 'SOS'],
    // Inside only where the text begins with it.
    ['482193 we are not inside', null, ''],
    ['482193 not inside yet', null, ''],
    ['482193 inside? not yet', null, ''],
    ['482193 insid gym', null, ''],
    ['482193 ok', null, ''],
    ['482193', null, ''],
    ['482193 unread', null, ''],
  ])('%j', (text, says, place) => {
    expect(said(text)).toEqual([code, says, place, false]);
  });

  test.each<[string, ResponseKind | null, string]>([
    ['HELP', 'help', ''],
    ['I need help!', 'help', ''],
    ['help us please', 'help', ''],
    ['We are inside gym', 'inside', 'gym'],
    ['48219 inside gym', null, ''],
    ['4821933 inside gym', null, ''],
    ['Thanks', null, ''],
    ['', null, ''],
  ])('without a code: %j', (text, says, place) => {
    expect(said(text)).toEqual([null, says, place, false]);
  });

  test('changes an earlier response only where it says so', () => {
    expect(said('482193 CHANGE INSIDE gym')).toEqual([code, 'inside', 'gym', true]);
    expect(said('482193 change to read')).toEqual([code, 'read', '', true]);
  });

  test.each([
    'STOP',
    ' stop ',
    'Stop.',
    'STOPALL',
    'Unsubscribe',
    'CANCEL',
    'end',
    'QUIT',
    'START',
    'yes',
    'UNSTOP',
  ])('the keyword %j is no response', (text) => expect(said(text)).toBe('keyword'));
  test.each(['482193 stop', 'stop the game', 'end of the field'])('%j is no keyword', (text) =>
    expect(said(text)).not.toBe('keyword'),
  );

  test.each([
    `Liked “${asked}”`,
    `Gefällt mir: „${asked}“`,
    `👍 to “Go "inside" now. ${asked}”`,
    `Emphasized “${asked.slice(0, 60)} help`,
    `Loved "${asked}"`,
    asked,
  ])('a reaction or a copy of the message says nothing: %j', (text) => {
    expect(said(text)).toEqual([null, null, '', false]);
  });

  test('any text is read, and its place can be stored', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', `${code} inside `, `${code} help `, 'help '),
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 2_000 }),
          fc.string({ unit: 'grapheme' }),
          fc.string(),
        ),
        (begin, text) => {
          const read = readResponseSms(begin + text);
          if (read.kind === 'keyword' || read.says === null) return;
          expect(read.place.length).toBeLessThanOrEqual(responsePlaceMaxLength);
          expect(read.place.isWellFormed()).toBe(true);
          if (read.says !== 'inside' || read.place !== '')
            expect(checkResponsePlace(read.says, read.place)).toEqual({ kind: 'right', place: read.place });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('with help in it never reads as inside or as read', () => {
    fc.assert(
      fc.property(fc.lorem({ mode: 'words', maxCount: 5 }), fc.lorem({ maxCount: 5 }), (one, other) => {
        for (const begin of ['', 'inside ', 'read ', 'change inside '])
          expect(readResponseSms(`${code} ${begin}${one} Help ${other}`)).toMatchObject({ says: 'help' });
      }),
    );
  });
});

describe('the replies', () => {
  const response = { kind: 'inside', place: 'North gym' } as const;
  const help = { kind: 'help', place: 'Gym' } as const;
  const all: SmsReply[] = [
    { kind: 'counted', response, isDrill: false },
    { kind: 'counted', response: help, isDrill: true },
    { kind: 'weaker', response: help, code, isDrill: true },
    { kind: 'no-place', code },
    { kind: 'no-word', code },
    { kind: 'refused' },
    { kind: 'help-of-nobody' },
  ];
  test('say what counts and that it is a drill', () => {
    expect(all.map(smsReplyText)).toEqual([
      'You responded: We are inside at North gym.',
      'This is a drill. You responded: I need help. The desk was notified. In an emergency call the emergency number as well.',
      'This is a drill. Your response is still: I need help. To change it reply 482193 CHANGE INSIDE + where, or 482193 CHANGE READ.',
      'Not counted: say where you are inside. Reply 482193 INSIDE + where.',
      'Not counted. Reply 482193 READ, 482193 INSIDE + where, or 482193 HELP.',
      'Not counted. Reply with the code of the newest message that asks you, or open its link. In an emergency call the emergency number.',
      'Nobody was notified: no message asks this number for a response now. In an emergency call the emergency number.',
    ]);
  });
  test('never calm, and take one SMS', () => {
    for (const text of all.map(smsReplyText)) {
      expect(text).not.toMatch(/\b(?:all )?clear\b|\bsafe\b|all good/i);
      expect(text.length).toBeLessThanOrEqual(160);
    }
  });
});
