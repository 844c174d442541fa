import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeAnswer } from '../warnings/index.ts';
import type { WidgetPolicy } from './widget-policies.ts';
import { type WidgetViewInput, widgetStandingText, widgetView, widgetViewKey } from './widget-view.ts';

const now = Date.UTC(2026, 5, 6, 20);
const heat: WidgetPolicy = {
  ...{ id: 'heat', typeShortName: 'HEAT', name: 'Heat', threshold: 90, allClearMinutes: 30, allGroups: true },
  ...{ groupIds: [], unit: '°F', precision: 0, isDesc: false },
};
const clear = placeAnswer({
  lightning: {
    kind: 'known',
    zones: [{ radiusMiles: 10, status: { kind: 'clear', since: now - 3_600_000 } }],
  },
  warnings: [],
  closures: [],
  warningsAre: 'known',
});
const input = (values: Partial<WidgetViewInput> = {}): WidgetViewInput => ({
  widget: {
    ...{ theme: 0, type: 0, primaryCondition: 0, conditions: [5, 12, 0], forecasts: [] },
    ...{ message: '', messageExpiresAt: null },
  },
  place: { name: 'Stadium', timeZone: 'America/New_York' },
  state: { answer: clear, observedThrough: now - 60_000, isPaused: false, open: [] },
  ...{ answerGoodUntil: now + 30_000, policies: [heat], readings: new Map(), forecast: null, picture: null },
  ...{ problems: [], now, wallNow: now, speed: 1, weather: 'live' },
  ...values,
});

test('a clear place is clear in the words of the place, with what is not known as --', () => {
  const view = widgetView(input());
  expect(view.answer).toMatchObject({ kind: 'clear', instruction: 'Clear since 3:00 PM', word: 'Clear' });
  expect(view.conditions.map(({ condition, value, isOver }) => [condition, value, isOver])).toEqual([
    [0, '--', false],
    [5, '--', false],
  ]);
  expect(view.standingText).toBe(widgetStandingText);
});

test('a place that was not read yet is being checked, and one that is gone has no answer', () => {
  expect(widgetView(input({ state: null })).answer?.kind).toBe('checking');
  expect(widgetView(input({ place: null })).answer).toBeNull();
});

test('values are rounded as they are shown, compared as warnings compare them, and good as long as their report', () => {
  const reading = { value: 89.6, observedAt: now - 1_000, goodUntil: now + 500_000 };
  const [first] = widgetView(input({ readings: new Map([[0, reading]]) })).conditions;
  expect(first).toEqual({
    ...{ condition: 0, label: 'Temperature', value: '90', unit: '°F', isOver: true },
    ...{ observedAt: '2026-06-06T19:59:59.000Z', goodUntil: '2026-06-06T20:08:20.000Z' },
  });
});

test('open warnings of the chosen policies are red text, of others not', () => {
  const open = [
    { policyId: 'heat', isHeld: true },
    { policyId: 'other', isHeld: false },
  ];
  const view = widgetView(input({ state: { answer: clear, observedThrough: now, isPaused: false, open } }));
  expect(view.warnings).toEqual([
    { text: 'Heat index at or above 90 °F (no new data)', goodUntil: '2026-06-06T20:00:30.000Z' },
  ]);
});

test('a message ends when it expires', () => {
  const widget = { ...input().widget, message: 'Gate 4', messageExpiresAt: now };
  expect(widgetView(input({ widget })).message).toBeNull();
  expect(widgetView(input({ widget: { ...widget, messageExpiresAt: now + 1 } })).message?.text).toBe(
    'Gate 4',
  );
});

test('a view that says the same has the same key however late it is', () => {
  const key = (values: Partial<WidgetViewInput>) => widgetViewKey(widgetView(input(values)));
  expect(key({ now: now + 5_000, wallNow: now + 5_000, answerGoodUntil: now + 35_000 })).toBe(key({}));
  expect(key({ state: null })).not.toBe(key({}));
});

test('whatever is not known, the answer is never clear', () => {
  const lightning = fc.constantFrom(
    { kind: 'unknown', since: null } as const,
    { kind: 'not-covered' } as const,
    { kind: 'checking' } as const,
    { kind: 'known', zones: [] } as const,
    { kind: 'known', zones: [{ radiusMiles: 10, status: { kind: 'unknown', since: null } }] } as const,
  );
  const warningsAre = fc.constantFrom('known', 'checking', 'unknown');
  fc.assert(
    fc.property(lightning, warningsAre, fc.boolean(), (about, are, isRead) => {
      const answer = placeAnswer({ lightning: about, warnings: [], closures: [], warningsAre: are });
      const state = isRead ? { answer, observedThrough: null, isPaused: false, open: null } : null;
      const view = widgetView(input({ state }));
      expect(view.answer?.kind).not.toBe('clear');
      expect(JSON.stringify(view.answer)).not.toMatch(/"Clear/);
    }),
  );
});
