import type { PlaceAnswerKind } from '@allclear/domain';
import { expect, it } from 'vitest';
import { newlyUrgent, newsKind, worsened } from './answer-changes.ts';

it('finds what became worse, and where people should act now', () => {
  const before = new Map<string, PlaceAnswerKind>([
    ['a', 'clear'],
    ['b', 'clear'],
    ['c', 'checking'],
    ['d', 'delay'],
    ['e', 'delay'],
  ]);
  const now = new Map<string, PlaceAnswerKind>([
    ['a', 'delay'],
    ['b', 'observing'],
    ['c', 'delay'],
    ['d', 'stop'],
    ['e', 'clear'],
    ['new', 'delay'],
  ]);
  expect(worsened(before, now)).toEqual(['a', 'b']);
  expect(newlyUrgent(before, now)).toEqual(['a']);
});

it('a lightning warning that outlasts its zones is no news, another warning is', () => {
  const hold = (typeShortName: string) => ({
    kind: 'warning' as const,
    ...{ policyId: 'p', typeShortName, policyName: 'Policy', event: null, heldSince: null },
  });
  expect(newsKind({ kind: 'stop', holds: [hold('LR1')] })).toBe('checking');
  expect(newsKind({ kind: 'stop', holds: [hold('WIND'), hold('LR1')] })).toBe('stop');
  expect(newsKind({ kind: 'clear', holds: [] })).toBe('clear');
  const before = new Map<string, PlaceAnswerKind>([['a', 'clear']]);
  expect(worsened(before, new Map([['a', 'checking']]))).toEqual([]);
  expect(newlyUrgent(before, new Map([['a', 'checking']]))).toEqual([]);
});
