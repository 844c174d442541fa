import { expect, test } from 'vitest';
import { checkPolicy, isPolicyActive, type PolicyDraft, roundThreshold } from './policy-rules.ts';
import { policyTypeOf } from './policy-types.ts';

const wbgt: PolicyDraft = {
  policyTypeShortName: 'WBGT',
  threshold: 90,
  allClearMinutes: 30,
  reAlertMinutes: 10,
  allGroups: false,
  sites: ['7'],
  events: [],
  lifeSafety: false,
  notificationActions: [{ allClear: false, message: 'Move practice indoors <now>' }],
};
const lightning: Partial<PolicyDraft> = { policyTypeShortName: 'LR1', threshold: 10 };
const alert: Partial<PolicyDraft> = {
  policyTypeShortName: 'NWS',
  threshold: 0,
  allClearMinutes: 0,
  events: ['Tornado Warning'],
};
const say = (message: string, allClear = false) => ({ allClear, message });

test.each<[string, Partial<PolicyDraft>]>([
  ['as it is', {}],
  ['without reminders', { reAlertMinutes: 0 }],
  ['without groups', { sites: [] }],
  ['for lightning, life-safety', { ...lightning, lifeSafety: true }],
  ['at the limits of lightning', { ...lightning, threshold: 50, allClearMinutes: 10 }],
  ['below zero for chill', { policyTypeShortName: 'CHILL', threshold: -20 }],
  ['for alerts, life-safety with tornado warnings', { ...alert, lifeSafety: true }],
  ['with both notifications', { notificationActions: [say(''), say('Go back', true)] }],
  ['with an all clear of a day', { allClearMinutes: 1440, reAlertMinutes: 1440 }],
  ['with the longest text', { notificationActions: [say('x'.repeat(500))] }],
])('a policy %s is fine', (_, change) => {
  expect(checkPolicy({ ...wbgt, ...change })).toEqual({});
});

test.each<[string, Partial<PolicyDraft>, string[]]>([
  ['of an unknown type', { policyTypeShortName: 'FROST' }, ['PolicyType']],
  ['whose threshold is not a number', { threshold: Number.NaN }, ['Threshold']],
  ['whose threshold is text', { threshold: '90' as unknown as number }, ['Threshold']],
  ['whose threshold is infinite', { threshold: Number.POSITIVE_INFINITY }, ['Threshold']],
  ['beyond the limit', { threshold: 120.1 }, ['Threshold']],
  ['below the least', { threshold: 31.9 }, ['Threshold']],
  ['for lightning beyond 50 miles', { ...lightning, threshold: 51 }, ['Threshold']],
  ['for lightning at no distance', { ...lightning, threshold: 0 }, ['Threshold']],
  ['for alerts with a threshold', { ...alert, threshold: 5 }, ['Threshold']],
  ['with an all clear under the minimum', { allClearMinutes: 9 }, ['AllClearMinutes']],
  ['with an all clear of parts of a minute', { allClearMinutes: 10.5 }, ['AllClearMinutes']],
  ['with an all clear that is no number', { allClearMinutes: Number.NaN }, ['AllClearMinutes']],
  ['with an all clear beyond a day', { allClearMinutes: 1441 }, ['AllClearMinutes']],
  ['with an all clear before it begins, for alerts', { ...alert, allClearMinutes: -1 }, ['AllClearMinutes']],
  ['with reminders of less than none', { reAlertMinutes: -1 }, ['ReAlertMinutes']],
  ['with reminders of parts of a minute', { reAlertMinutes: 0.5 }, ['ReAlertMinutes']],
  ['with reminders beyond a day', { reAlertMinutes: 1441 }, ['ReAlertMinutes']],
  ['with a blank group', { sites: [' '] }, ['Sites']],
  ['with a group twice', { sites: ['7', '7'] }, ['Sites']],
  ['for alerts without events', { ...alert, events: [] }, ['Events']],
  [
    'for alerts with an event twice',
    { ...alert, events: ['Tornado Warning', 'Tornado Warning'] },
    ['Events'],
  ],
  ['for alerts with a nameless event', { ...alert, events: [''] }, ['Events']],
  ['for WBGT with events', { events: ['Tornado Warning'] }, ['Events']],
  ['for WBGT, life-safety', { lifeSafety: true }, ['LifeSafety']],
  [
    'for alerts, life-safety without a tornado',
    { ...alert, events: ['Heat Advisory'], lifeSafety: true },
    ['LifeSafety'],
  ],
  [
    'that sends the all clear to people it never warned',
    { notificationActions: [say('', true)] },
    ['NotificationActions'],
  ],
  ['that notifies twice', { notificationActions: [say(''), say('')] }, ['NotificationActions']],
  ['with too long a text', { notificationActions: [say('x'.repeat(501))] }, ['NotificationActions']],
  [
    'with a control character in its text',
    { notificationActions: [say('a\u0007b')] },
    ['NotificationActions'],
  ],
  [
    'wrong all over',
    { threshold: 0, allClearMinutes: 0, reAlertMinutes: -5 },
    ['Threshold', 'AllClearMinutes', 'ReAlertMinutes'],
  ],
])('a policy %s is refused', (_, change, labels) => {
  expect(Object.keys(checkPolicy({ ...wbgt, ...change }))).toEqual(labels);
});

test('an error is a sentence with the limit in it', () => {
  expect(checkPolicy({ ...wbgt, threshold: 500, allClearMinutes: 5 })).toEqual({
    Threshold: ['Threshold can be at most 120 °F'],
    AllClearMinutes: ['All clear must be at least 10 minutes'],
  });
});

test.each([
  ['WBGT', 89.96, 90],
  ['WBGT', 82.04, 82],
  ['PRECIP', 1.005, 1.01],
  ['LR1', 9.5, 10],
  ['CHILL', -20.4, -20],
])('a threshold of %s is rounded to its precision: %d to %d', (shortName, threshold, rounded) => {
  expect(roundThreshold(threshold, policyTypeOf(shortName)!)).toBe(rounded);
});

test('not a number is not rounded to one', () => {
  expect(roundThreshold(Number.NaN, { precision: 0 })).toBeNaN();
});

test('a policy without groups is inactive', () => {
  expect([true, false].map((allGroups) => isPolicyActive({ allGroups, sites: [] }))).toEqual([true, false]);
  expect(isPolicyActive({ allGroups: false, sites: ['7'] })).toBe(true);
});
