import { expect, it } from 'vitest';
import { exampleMessage } from './example.ts';
import { channelText, isOld, isUnknown } from './preview-words.ts';
import { foundMessages, progressParts } from './progress-words.ts';

it('each channel says how many people it reaches, and that it is not set up', () => {
  expect(channelText({ channel: 'sms', people: 12, isConfigured: true }, 2)).toBe(
    'SMS: 12 people, 2 parts each',
  );
  expect(channelText({ channel: 'sms', people: 1, isConfigured: true }, 1)).toBe(
    'SMS: 1 person, 1 part each',
  );
  expect(channelText({ channel: 'push', people: 3, isConfigured: true }, 2)).toBe('Push: 3 people');
  expect(channelText({ channel: 'email', people: 3, isConfigured: false }, 1)).toContain('not set up');
});

it('what says unknown is hatched, and an answer of a minute ago says nothing of now', () => {
  expect(isUnknown('2 in delay, 1 unknown')).toBe(true);
  expect(isUnknown('1 without lightning data (of 3 locations)')).toBe(true);
  expect(isUnknown('2 in delay')).toBe(false);
  expect(isOld(0, 60_000, 1)).toBe(true);
  expect(isOld(0, 30_000, 1)).toBe(false);
  expect(isOld(0, 300_000, 20)).toBe(false);
  expect(isOld(null, 60_000, 1)).toBe(false);
});

it('the progress of a message names the states that somebody is in', () => {
  const { progress } = exampleMessage();
  expect(progress && progressParts(progress).map(({ label, count }) => `${label} ${count}`)).toEqual([
    'Accepted 1',
    'Delivered 1',
    'Failed 1',
  ]);
});

it('a search finds messages with every word, by headline, text and sender', () => {
  const messages = [exampleMessage(), exampleMessage({ id: 'm2', headline: 'Heat', sentBy: null })];
  const found = (search: string) => foundMessages(messages, search).map(({ id }) => id);
  expect(found('STORMS ready')).toEqual(['m1']);
  expect(found('riverside')).toEqual(['m1', 'm2']);
  expect(found('  ')).toEqual(['m1', 'm2']);
  expect(found('snow')).toEqual([]);
});
