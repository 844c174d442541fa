import type { HourlyForecastItem, PolicyTrigger, PolicyWarning } from '@allclear/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { follow } from '../../features/lightning/countdown.ts';
import {
  affectedZone,
  exampleAnswer,
  exampleNowMs,
  exampleZone,
  thunderZone,
} from '../../features/lightning/example.ts';
import { lightningView } from '../../features/lightning/lightning-view.ts';
import type { SharedAnswer } from '../share/shared-answer.ts';
import { DaySheet } from './DaySheet.tsx';
import { sheetHours, sheetPolicies, sheetWarnings, sheetZones } from './sheet-view.ts';

afterEach(cleanup);

const timeZone = 'America/Chicago';
const asked = { asOfMs: exampleNowMs, failed: false, unobserved: false, none: false };
const answer: SharedAnswer = {
  ...{
    kind: 'delay',
    label: 'Memorial Stadium',
    instruction: 'Stay inside',
    reasons: ['Lightning 4.2 mi NE'],
  },
  ...{ earliest: 'Earliest all clear 3:55 PM CDT', asOf: 'As of Saturday, June 6, 3:46 PM CDT' },
  ...{ mark: 'SIMULATED WEATHER: not for safety decisions', link: 'https://weather.example/?location=a' },
};
const policy = (name: string, part: Partial<PolicyTrigger>) =>
  ({
    ...{
      id: name,
      policyName: name,
      policyTypeName: name,
      policyTypeShortName: name,
      unit: 'mi',
      precision: 0,
    },
    ...{ isDesc: false, threshold: 10, allClearMinutes: 30 },
    ...part,
  }) as PolicyTrigger;
const policies = [
  policy('WBGT', { unit: '°F', precision: 1, threshold: 88 }),
  policy('NWS', { allClearMinutes: 0 }),
  policy('LR2', { threshold: 20 }),
  policy('LR1', {}),
];
const hour = (index: number, wbgt: number | null, stale = false) =>
  ({
    forecastStartTime: new Date(exampleNowMs + index * 3_600_000).toISOString(),
    ambientTemperature: { value: 90.4 },
    wbgt: { value: wbgt },
    windGust: { value: null },
    windSpeed: { value: 7.6 },
    precipitationChance: { value: 20 },
    stale,
  }) as HourlyForecastItem;
const warnings = { policies: { ...asked, value: [] }, alerts: { ...asked, value: [] }, forecasts: undefined };
const hoursOf = (value: HourlyForecastItem[], asOfMs = exampleNowMs) =>
  sheetHours({ ...asked, value, asOfMs }, policies, exampleNowMs, { speed: 1, timeZone });
const inDelay = lightningView(
  { followed: follow(undefined, exampleAnswer({ zones: [affectedZone(1, 600), exampleZone(2)] }), 0) },
  exampleNowMs,
  180,
);

it('has the answer with its age and mark, the zones, the limits and the coming hours', () => {
  render(
    <DaySheet
      answer={answer}
      zones={sheetZones(inDelay, timeZone)}
      warnings={sheetWarnings(warnings, exampleNowMs, 1)}
      policies={sheetPolicies(policies)}
      hours={hoursOf([hour(0, 87.9), hour(1, 88), hour(2, null)])}
    />,
  );
  const sheet = screen.getByRole('article', { name: 'Day sheet of Memorial Stadium' });
  expect(sheet.hasAttribute('data-for-paper')).toBe(true);
  for (const words of [answer.mark, answer.instruction, answer.asOf, answer.earliest, answer.link])
    expect(sheet.textContent).toContain(words);
  const lines = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(lines.find((line) => line?.startsWith('0-10 mi'))).toMatch(
    /Lightning, all clear not before 3:\d\d PM.*4\.2 mi NE at 3:\d\d PM/,
  );
  expect(lines.find((line) => line?.startsWith('10-20 mi'))).toContain('Clear');
  expect(lines.filter((line) => /^(LR|WBGT\d|NWS)/.test(line ?? ''))).toEqual([
    'LR1Within 10 mi30 min',
    'LR2Within 20 mi30 min',
    'NWSAlerts of the weather serviceWhen it ends',
    'WBGT88.0 °F and above30 min',
  ]);
  expect(lines.find((line) => line?.startsWith('WBGT (est.)'))).toBe('WBGT (est.), °F8888!–');
  expect(lines.find((line) => line?.startsWith('Hour'))).toBe('Hour3:46 PM4:46 PM5:46 PM');
});

it('says what is not known, and never that nothing is there', () => {
  const away = { kind: 'unavailable', lastKnown: null } as const;
  const failed = { ...asked, failed: true, unobserved: true, value: null };
  render(
    <DaySheet
      answer={{ ...answer, kind: 'unknown', instruction: "We don't know", earliest: null }}
      zones={sheetZones(away, timeZone)}
      warnings={sheetWarnings({ ...warnings, policies: failed, alerts: failed }, exampleNowMs, 1)}
      policies={null}
      hours={hoursOf([hour(0, 80, true)])}
    />,
  );
  const sheet = screen.getByRole('article');
  expect(sheet.textContent).toContain('The state of the zones is not known.');
  expect(sheet.textContent).toContain(
    'not known whether there are policy warnings or weather-service alerts',
  );
  expect(sheet.textContent).toContain('They are not known now.');
  expect(sheet.textContent).toContain('There is no current forecast.');
  expect(sheet.textContent).not.toMatch(/\bnone\b|\bclear\b/i);
});

it('keeps the last strikes of zones whose state is not known', () => {
  const old = lightningView(
    { followed: follow(undefined, exampleAnswer({ zones: [exampleZone(1), affectedZone(2, 9)] }), 0) },
    exampleNowMs + 200_000,
    180,
  );
  expect(sheetZones(old, timeZone)).toEqual([
    { range: 'Within 10 mi', state: 'Not known', lastStrike: 'None known' },
    { range: 'Within 20 mi', state: 'Not known', lastStrike: expect.stringMatching(/^4\.2 mi NE at /) },
  ]);
});

it('no zone of a closed place is called clear, and thunder is named where it was heard last', () => {
  const zones = [thunderZone(1, 900), exampleZone(2)];
  const view = lightningView({ followed: follow(undefined, exampleAnswer({ zones }), 0) }, exampleNowMs, 180);
  const [heard, quiet] = sheetZones(view, timeZone, true);
  expect(heard?.lastStrike).toMatch(/^Thunder heard \d/);
  expect(quiet?.state).toBe('No lightning');
});

it('fits on a page: what is more is counted', () => {
  const many = Array.from({ length: 9 }, (_, i) => policy(`P${i}`, {}));
  expect(sheetPolicies(many)).toMatchObject({ lines: { length: 8 }, more: 1 });
  const value = many.map(
    ({ id }) => ({ id, policyDisplayName: id, threatType: 9 }) as unknown as PolicyWarning,
  );
  const open = sheetWarnings({ ...warnings, policies: { ...asked, value } }, exampleNowMs, 1);
  expect([open.lines.length, open.more]).toEqual([5, 4]);
  expect(hoursOf(Array.from({ length: 36 }, (_, i) => hour(i, 80)))).toHaveLength(12);
});

it('an old forecast is not printed', () => {
  expect(hoursOf([hour(0, 80)], exampleNowMs - 24 * 3_600_000)).toBeNull();
});

it('a time in the answer is not broken over two lines', () => {
  render(
    <DaySheet
      answer={{
        ...answer,
        kind: 'clear',
        instruction: 'Clear since 5:41 AM CST',
        reasons: [],
        earliest: null,
      }}
      zones={[]}
      warnings={sheetWarnings(warnings, exampleNowMs, 1)}
      policies={null}
      hours={null}
    />,
  );
  expect(screen.getByText(/^Clear since/).textContent).toBe('Clear since 5:41\u00a0AM\u00a0CST');
});
