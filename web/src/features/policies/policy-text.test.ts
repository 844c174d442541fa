import { describe, expect, it } from 'vitest';
import { examplePolicy, exampleType } from './example.ts';
import {
  allClearText,
  groupsText,
  limitText,
  noticeText,
  reminderText,
  thresholdText,
} from './policy-text.ts';

const names = new Map([
  ['s1', 'Coaches'],
  ['s2', 'Grounds'],
  ['s3', 'Office'],
  ['s4', 'Security'],
]);

describe('words', () => {
  it('say a threshold with sign, decimals and unit', () => {
    expect(thresholdText(examplePolicy('LR1'))).toEqual({ sign: '≤', number: '10', unit: 'mi' });
    expect(thresholdText(examplePolicy('WBGT', { threshold: 87 }))).toEqual({
      sign: '≥',
      number: '87.0',
      unit: '°F',
    });
    expect(thresholdText(examplePolicy('CHILL', { threshold: -5 }))).toEqual({
      sign: '≤',
      number: '-5',
      unit: '°F',
    });
    expect(thresholdText(examplePolicy('NWS'))).toBeNull();
  });

  it('say what a threshold may be', () => {
    expect(limitText(exampleType('LR1'))).toBe(
      '1 to 50 mi, whole numbers. A strike this near or nearer warns.',
    );
    expect(limitText(exampleType('WBGT'))).toBe(
      '32 to 120 °F, rounded to 1 decimal. Warns at this value and above.',
    );
  });

  it('say when, whom and how often', () => {
    expect([reminderText(0), reminderText(10)]).toEqual(['No reminders', 'Every 10 min']);
    expect(allClearText(examplePolicy('NWS', { allClearMinutes: 0 }))).toBe('When the alert ends');
    expect(allClearText(examplePolicy('GUST'))).toBe('After 30 min');
    const shown = { id: 'a', triggerId: 't', message: '' };
    expect(noticeText({ notificationActions: [] })).toBe('Dashboard only');
    expect(noticeText({ notificationActions: [{ ...shown, allClear: false }] })).toBe('Users, at the start');
    expect(
      noticeText({
        notificationActions: [
          { ...shown, allClear: true },
          { ...shown, allClear: false },
        ],
      }),
    ).toBe('Users, at the start and at the all clear');
  });

  it.each([
    [true, ['s1'], 'All groups'],
    [false, [], 'No groups'],
    [false, ['s1', 's2'], 'Coaches, Grounds'],
    [false, ['s1', 's2', 's3', 's4'], 'Coaches, Grounds, Office, 1 more'],
    [false, ['s1', 'hidden'], 'Coaches, 1 more'],
    [false, ['hidden', 'other'], '2 other groups'],
  ])('groups: %s %j', (allGroups, sites, words) => {
    expect(groupsText({ allGroups, sites }, names)).toBe(words);
  });
});
