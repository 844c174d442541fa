import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delivery, minutesAgo, notice, nowMs } from './example.ts';
import { groupByCorrelation, markOf, mutedText, restOfMessage, stateText, stateTone } from './notice-text.ts';

it('a warning and an all clear differ in tone and in their first word', () => {
  const [warning, clear] = [markOf('started'), markOf('all-clear')];
  expect(warning.tone).not.toBe(clear.tone);
  expect(warning.word.split(' ')[0]).not.toBe(clear.word.split(' ')[0]);
  for (const kind of [
    'started',
    'reminder',
    'held',
    'resumed',
    'in-effect',
    'withdrawn',
    'test',
    'proactive-forecast',
    'daily-forecast',
    'something-newer',
  ]) {
    expect(markOf(kind).tone).not.toBe('clear');
    expect(markOf(kind).word).not.toMatch(/^all clear/i);
  }
});

it.each([
  [{ state: 'accepted', vendor: 'twilio' }, 'accepted by twilio', 'clear'],
  [{ state: 'accepted', vendor: null, providerState: 'sent' }, 'accepted, sent', 'clear'],
  [{ state: 'delivered' }, 'delivered', 'clear'],
  [{ state: 'failed', error: '550 no such user' }, 'failed: 550 no such user', 'danger'],
  [{ state: 'failed' }, 'failed', 'danger'],
  [{ state: 'queued' }, 'waiting', 'muted'],
  [{ state: 'queued', error: 'timeout' }, 'waiting to be tried again (timeout)', 'muted'],
  [{ state: 'sending' }, 'being sent', 'muted'],
  [{ state: 'not-configured', vendor: null }, 'not configured', 'muted'],
] as const)('%j', (part, words, tone) => {
  const given = delivery(part);
  expect(stateText(given)).toBe(words);
  expect(stateTone(given.state)).toBe(tone);
});

it.each([
  [null, null],
  ['schedule', 'Not sent out: outside your alert times'],
  ['declined', 'Not sent out: you have turned notifications off'],
  ['something-newer', 'Not sent out: something-newer'],
])('muted %s', (muted, words) => {
  expect(mutedText(muted, 'own')).toBe(words);
});

it.each([
  [
    'Lightning at 3:42 PM',
    'Lightning at 3:42 PM.\n\nStop.\n\nPolicy: Lightning.',
    'Stop.\nPolicy: Lightning.',
  ],
  ['Lightning', 'Lightning 4 mi away.\r\n\r\nStop.', 'Lightning 4 mi away.\nStop.'],
  ['Lightning', '', ''],
])('does not say the subject %s twice', (subject, message, rest) => {
  expect(restOfMessage({ subject, message })).toBe(rest);
});

describe('groups', () => {
  it('are in the order of their newest notice', () => {
    const groups = groupByCorrelation([
      notice({ id: 'a', correlationId: 'old', sentUtc: minutesAgo(60) }),
      notice({ id: 'b', correlationId: 'new', sentUtc: minutesAgo(30) }),
      notice({ id: 'c', correlationId: 'old', sentUtc: minutesAgo(1) }),
    ]);
    expect(groups.map((group) => group.map(({ id }) => id))).toEqual([['c', 'a'], ['b']]);
  });

  it('keep every notice once, each group newest first', () => {
    const some = fc.array(
      fc.record({
        id: fc.uuid(),
        correlationId: fc.constantFrom('a', 'b', 'c'),
        minutes: fc.integer({ min: 0, max: 10_000 }),
      }),
    );
    fc.assert(
      fc.property(some, (given) => {
        const groups = groupByCorrelation(
          given.map(({ minutes, ...rest }) => ({
            ...rest,
            sentUtc: new Date(nowMs - minutes * 60_000).toISOString(),
          })),
        );
        expect(groups.flat().length).toBe(given.length);
        for (const group of groups) {
          expect(new Set(group.map(({ correlationId }) => correlationId)).size).toBe(1);
          expect(group.map(({ sentUtc }) => sentUtc)).toEqual(
            [...group.map(({ sentUtc }) => sentUtc)].sort().reverse(),
          );
        }
        const heads = groups.map((group) => group[0]!.sentUtc);
        expect(heads).toEqual([...heads].sort().reverse());
      }),
    );
  });
});
