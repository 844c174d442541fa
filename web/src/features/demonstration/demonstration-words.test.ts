import type { DemonstrationEventData } from '@allclear/contract';
import { expect, it } from 'vitest';
import { kindsInOrder, progressOf, speedWords, titles, whatToWatch } from './demonstration-words.ts';

const place = { radius1: 15, radius2: 8, radius3: 0, radius4: 0, allClearMinutes: 20 };

it('says what to watch at this place: its innermost zone and its timer', () => {
  expect(whatToWatch('storm', place)).toContain('the first strike is inside 8 mi');
  expect(whatToWatch('quiet', place)).toContain('only after 20 minutes of observed quiet');
  expect(whatToWatch('storm', { ...place, radius1: 0, radius2: 0 })).toContain('no lightning zones');
  for (const kind of kindsInOrder) expect(whatToWatch(kind, place)).toMatch(/\.$/);
  expect(kindsInOrder.map((kind) => titles[kind])).toEqual([
    'A storm comes',
    'All clear',
    'An outage',
    'A heat day',
  ]);
});

it.each([
  [1, 'real time'],
  [20, 'takes 3 seconds'],
  [60, 'takes 1 second.'],
  [3, 'takes 20 seconds'],
  [90, 'takes 0.7 seconds'],
])('at speed %d it says how long weather takes: %s', (speed, words) => {
  expect(speedWords(speed)).toContain(words);
});

it('the progress goes from 0 to 100 and no further', () => {
  const startsAt = '2026-06-06T20:00:00Z';
  const event = { startsAt, endsAt: '2026-06-06T20:10:00Z' } as DemonstrationEventData;
  const at = (minutes: number | null) =>
    progressOf(event, minutes === null ? null : Date.parse(startsAt) + minutes * 60_000);
  expect([null, -1, 0, 5, 10, 60].map(at)).toEqual([0, 0, 0, 50, 100, 100]);
});
