import type { Evapotranspiration, EvapotranspirationPoint } from '@allclear/contract';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { clock } from '../../../clock/clock.ts';
import { EvapotranspirationCard } from './EvapotranspirationCard.tsx';
import { daysText, missingText } from './evapotranspiration-view.ts';

const path = 'GET Observations/Evapotranspiration/roof';
const customPath = 'GET Observations/Evapotranspiration/Custom/roof';
const now = '2026-06-10T16:00:00Z';
let api: StandInApi;
beforeEach(async () => {
  clock.set(now);
  api = await openStandInApi();
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const point = (date: string, part: Partial<EvapotranspirationPoint> = {}): EvapotranspirationPoint => ({
  value: 0.15,
  date,
  timeZone: 'America/New_York',
  missing: [],
  approx: false,
  cloudStation: null,
  pyranometerFault: null,
  inputs: {
    maxAmbientTemperature: 88.1,
    minAmbientTemperature: 70,
    avgDewPoint: 68.2,
    avgWindSpeed: 6.7,
    solarRadiation: 22.5,
  },
  ...part,
});
const missing = { value: null, inputs: null } as const;
const answer = (
  points: EvapotranspirationPoint[],
  part: Partial<Evapotranspiration> = {},
): Evapotranspiration => ({
  points,
  totals: [
    { days: 1, value: 0.2, approx: false, missingDays: [] },
    { days: 3, value: 0.405, approx: true, missingDays: [] },
    { days: 7, value: null, approx: true, missingDays: ['2026-06-05'] },
  ],
  standard: 'ASCE-EWRI 2005, short crop (clipped grass)',
  timeZone: 'America/New_York',
  elevationFeet: 26,
  windHeightFeet: 32.8,
  lacks: [],
  ...part,
});
const week = (part: (day: number) => Partial<EvapotranspirationPoint> = () => ({})) =>
  [3, 4, 5, 6, 7, 8, 9].map((day) => point(`2026-06-0${day}`, part(day)));

function show(answers: StandInApi['answers']) {
  api.answers = answers;
  render(api.wrap(<EvapotranspirationCard stationId="roof" timeZone="America/New_York" speed={1} />));
  return within(screen.getByRole('region', { name: 'Evapotranspiration' }));
}

it('draws seven days with three decimals, and says the standard and the inputs beside them', async () => {
  const card = show({ [path]: (_, query) => ({ data: answer(query.get('days') === '7' ? week() : []) }) });
  const figure = within(await card.findByRole('figure', { name: 'Evapotranspiration by day, inches' }));
  await userEvent.click(figure.getByRole('button', { name: 'Show as table' }));
  expect(figure.getAllByRole('row').map(({ textContent }) => textContent)[1]).toContain('0.150');
  expect(figure.getAllByRole('row')).toHaveLength(8);
  const inputs = within(card.getByRole('region', { name: 'Inputs and standard' }));
  expect(inputs.getByText('Standard: ASCE-EWRI 2005, short crop (clipped grass).')).toBeTruthy();
  expect(
    inputs.getByText(/measured by this station, wind 32.8 ft above the ground, 26 ft above sea level/),
  ).toBeTruthy();
  expect(inputs.getByText('Solar radiation: measured.')).toBeTruthy();
});

it('totals of 24 hours, 3 and 7 days; -- names the day that is missing, an estimate is Approx.', async () => {
  const card = show({ [path]: { data: answer(week()) } });
  await card.findByText('24 hour');
  const total = (name: string) => card.getByText(name).parentElement?.textContent;
  expect(total('24 hour')).toBe('24 hour0.200 in');
  expect(total('3 day')).toBe('3 day0.405 inApprox.');
  expect(total('7 day')).toBe('7 day--Fri, Jun 5 is missing');
});

it('names many missing days in few words', () => {
  const june = (...days: number[]) => days.map((day) => `2026-06-0${day}`);
  expect(missingText(june(9), 1)).toBe('Tue, Jun 9 is missing');
  expect(missingText(june(7, 9), 3)).toBe('2 of 3 days are missing: Sun, Jun 7 and Tue, Jun 9');
  expect(missingText(june(3, 4, 5, 8), 7)).toBe(
    '4 of 7 days are missing: Wed, Jun 3 to Fri, Jun 5 and Mon, Jun 8',
  );
  expect(missingText(june(3, 4, 6, 7), 7)).toBe(
    '4 of 7 days are missing: Wed, Jun 3, Thu, Jun 4, Sat, Jun 6, and Sun, Jun 7',
  );
  expect(missingText(june(3, 4, 5, 6, 7, 8, 9), 7)).toBe('All 7 days are missing');
  expect(daysText(['2026-02-27', '2026-02-28', '2026-03-01'])).toBe('Fri, Feb 27 to Sun, Mar 1');
});

it('marks days with estimated radiation, names the source of the clouds and the fault of a pyranometer', async () => {
  const tampa = { id: 'KTPA', name: 'Tampa', distanceMiles: 6.9 };
  const card = show({
    [path]: {
      data: answer(
        week((day) => {
          if (day === 4) return { approx: true, cloudStation: tampa, pyranometerFault: 'above-clear-sky' };
          return day === 5 ? { ...missing, missing: ['humidity', 'wind'] } : {};
        }),
      ),
    },
  });
  expect(
    await card.findByText(
      'Solar radiation: estimated from clouds reported by Tampa, 6.9 miles away, on Thu, Jun 4.',
    ),
  ).toBeTruthy();
  expect(
    card.getByText(
      'The pyranometer is not used on Thu, Jun 4: it measured more than the sun gives under a clear sky.',
    ),
  ).toBeTruthy();
  await userEvent.click(card.getByText('Inputs of each day'));
  const rows = within(card.getByRole('region', { name: 'Inputs of each day, table' })).getAllByRole('row');
  expect(rows[1]?.textContent).toBe('Wed, Jun 30.150 in 88.1 °F70.0 °F68.2 °F6.7 mph22.50 MJ/m²');
  expect(rows[2]?.textContent).toContain('0.150 in Approx.');
  expect(rows[3]?.textContent).toBe('Fri, Jun 5-- Missing: too little humidity and too little wind');
});

it.each([
  ['3 Days', 1, true],
  ['3 Days', 2, false],
  ['7 Days', 4, true],
  ['7 Days', 5, false],
  ['Custom', 4, true],
  ['Custom', 5, false],
])('%s with %d days that have a value: too few is %s', async (name, values, tooFew) => {
  const days = week((day) => (day - 3 < values ? {} : { ...missing, missing: ['reports'] }));
  const card = show({ [path]: { data: answer(days) }, [customPath]: { data: answer(days) } });
  await userEvent.click(card.getByText(name));
  const text = 'Insufficient data. Unable to generate graph.';
  if (tooFew) expect(await card.findByText(text)).toBeTruthy();
  else expect(await card.findByRole('figure')).toBeTruthy();
  expect(card.queryByText(text) !== null).toBe(tooFew);
});

it('a custom range begins as the last seven days ending yesterday, and applies only if it is allowed', async () => {
  const asked: string[] = [];
  const card = show({
    [path]: { data: answer(week()) },
    [customPath]: (_, query) => {
      asked.push(`${query.get('startDate')} ${query.get('endDate')}`);
      return { data: answer(week()) };
    },
  });
  await userEvent.click(card.getByText('Custom'));
  await waitFor(() => expect(asked).toEqual(['2026-06-03 2026-06-09']));
  const choose = (label: string, value: string) =>
    fireEvent.change(card.getByLabelText(label), { target: { value } });
  choose('From', '2026-05-26');
  expect((await card.findByRole('alert')).textContent).toBe('Custom Range must be 14 days or less.');
  choose('From', '2026-06-09');
  expect(card.getByRole('alert').textContent).toBe('The end must be after the start.');
  choose('From', '2026-06-05');
  choose('Through', '2026-06-10');
  expect(card.getByRole('alert').textContent).toBe('The end must be in the past.');
  choose('Through', '');
  expect(card.getByRole('alert').textContent).toBe('Choose a first and a last day.');
  expect(card.queryByRole('figure')).toBeNull();
  choose('From', '2026-05-27');
  choose('Through', '2026-06-09');
  await waitFor(() => expect(asked.at(-1)).toBe('2026-05-27 2026-06-09'));
  expect(
    asked.every((range) =>
      ['2026-06-03 2026-06-09', '2026-05-27 2026-06-09', '2026-06-05 2026-06-09'].includes(range),
    ),
  ).toBe(true);
});

it('says when it could not be read', async () => {
  const card = show({});
  expect(await card.findByText('Error getting ET data. Unable to generate graph.')).toBeTruthy();
});

it('says that it loads', async () => {
  const waiting = show({ [path]: () => new Promise(() => {}) });
  expect(await waiting.findByLabelText('Loading the evapotranspiration')).toBeTruthy();
});

it('says what a station lacks', async () => {
  const points = week(() => ({ ...missing, missing: ['humidity', 'elevation'] }));
  const card = show({ [path]: { data: answer(points, { lacks: ['humidity', 'elevation'] }) } });
  expect(
    await card.findByText('This station has no evapotranspiration: it lacks humidity and elevation.'),
  ).toBeTruthy();
});

it('what is old is said to be old', async () => {
  const card = show({ [path]: { data: answer(week()) } });
  await card.findByRole('figure');
  clock.set('2026-06-10T22:00:00Z');
  expect((await card.findByRole('status', {}, { timeout: 10_000 })).textContent).toContain('Not current.');
}, 15_000);

it('is used with the keyboard', async () => {
  const card = show({ [path]: { data: answer(week()) }, [customPath]: { data: answer(week()) } });
  await card.findByRole('figure');
  card.getByRole<HTMLInputElement>('radio', { name: '7 Days' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await card.findByLabelText('From')).toBeTruthy();
});
