import { expect, test } from 'vitest';
import type { WidgetPolicy } from './widget-policies.ts';
import {
  checkWidget,
  embeddingOrigin,
  type WidgetDraft,
  widgetProblems,
  widgetSize,
} from './widget-rules.ts';

const policy = (
  id: string,
  typeShortName: WidgetPolicy['typeShortName'],
  values: Partial<WidgetPolicy> = {},
): WidgetPolicy => ({
  ...{ id, typeShortName, name: id, threshold: 10, allClearMinutes: 30, allGroups: true, groupIds: [] },
  ...{ unit: 'mi', precision: 0, isDesc: true },
  ...values,
});
const draft: WidgetDraft = {
  ...{ name: 'Front page', organizationLocationId: 'place', weatherStationId: null, theme: 0, type: 0 },
  ...{ primaryCondition: 0, conditions: [], forecasts: [], policyGroupId: null, policyIds: ['near'] },
  ...{ message: '', messageExpiresAt: null, width: 800, allowedSites: [] },
};
const surroundings = {
  ...{ place: { groupIds: ['a'] }, policies: [policy('near', 'LR1'), policy('far', 'LR2')] },
  ...{ groupIds: ['a', 'b'], stationIds: ['station'] },
};
const check = (values: Partial<WidgetDraft>, around: Partial<typeof surroundings> = {}) =>
  checkWidget({ ...draft, ...values }, { ...surroundings, ...around }, { now: 1_000 });

test('a widget with everything that it needs may be saved', () => {
  expect(check({})).toEqual({});
  expect(
    check({ messageExpiresAt: 1_001, weatherStationId: 'station', conditions: [12, 1, 2, 3, 4, 12] }),
  ).toEqual({});
});

test.each([
  [
    { policyIds: ['near', 'near2'] },
    { policies: [...surroundings.policies, policy('near2', 'LR1')] },
    'Policies',
  ],
  [
    { policyIds: ['near', 'other'] },
    { policies: [...surroundings.policies, policy('other', 'WIND', { allGroups: false, groupIds: ['b'] })] },
    'Policies',
  ],
  [{ policyIds: ['far'] }, {}, 'LightningRadius'],
  [{ conditions: [0, 1, 2, 3, 4] }, {}, 'WidgetConditions'],
  [{ conditions: [10] }, {}, 'WidgetConditions'],
  [{ primaryCondition: 12 }, {}, 'PrimaryCondition'],
  [{ forecasts: [{ forecastType: 0, conditionType: 6 }] }, {}, 'WidgetForecasts'],
  [
    {
      forecasts: [
        { forecastType: 0, conditionType: 1 },
        { forecastType: 0, conditionType: 2 },
      ],
    },
    {},
    'WidgetForecasts',
  ],
  [{ theme: 2 }, {}, 'Theme'],
  [{ type: 3 }, {}, 'Type'],
  [{ messageExpiresAt: 1_000 }, {}, 'HeaderMessageExpiration'],
  [{ allowedSites: ['https://*.example.org'] }, {}, 'AllowedSites'],
])('%j is refused under its field', (values, around, field) => {
  expect(Object.keys(check(values, around))).toEqual([field]);
});

test('a message that has expired since it was saved may stay', () => {
  expect(
    checkWidget({ ...draft, messageExpiresAt: 900 }, surroundings, { now: 1_000, storedExpiresAt: 900 }),
  ).toEqual({});
});

test.each([
  [299, 0],
  [399, 0],
  [400, 1],
  [799, 1],
  [800, 2],
])('a width of %i px is size %i', (width, size) => {
  expect(widgetSize(width)).toBe(size);
});

test('an origin is stored in lower case and without its slash', () => {
  expect(embeddingOrigin(' HTTPS://Www.Example.org/ ')).toBe('https://www.example.org');
});

test('what is gone is named in words', () => {
  expect(widgetProblems(draft, surroundings)).toEqual([]);
  const gone = { ...surroundings, place: null, policies: [], stationIds: [], groupIds: [] };
  expect(widgetProblems({ ...draft, weatherStationId: 'station', policyGroupId: 'a' }, gone)).toEqual([
    'The location of this widget was deleted.',
    'A policy of this widget was deleted.',
    'The user group of this widget was deleted.',
    'The weather station of this widget was removed.',
  ]);
});
