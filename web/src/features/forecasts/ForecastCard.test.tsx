import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import { GuardedCard } from '../../ui/Card.tsx';
import { day, days, hour, hours, nowMs } from './example.ts';
import { ForecastCard, forecastCrashText } from './ForecastCard.tsx';
import type { WatchingPolicy } from './thresholds.ts';
import { useForecast } from './use-forecast.ts';

const heat: WatchingPolicy = { policyTypeShortName: 'HEAT', threshold: 103, isDesc: false };
const zone = 'America/Chicago';
let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

/** The card as a page composes it, on an API with these answers. */
function Shown({ atMs, timeZone }: { atMs: number; timeZone: string }) {
  return (
    <ForecastCard {...useForecast('1', 1)} policies={[heat]} timeZone={timeZone} nowMs={atMs} speed={1} />
  );
}

async function show(answers: StandInApi['answers'], atMs = nowMs, timeZone = zone) {
  clock.set(new Date(nowMs).toISOString());
  api = await openStandInApi(answers);
  render(api.wrap(<Shown atMs={atMs} timeZone={timeZone} />));
  return within(screen.getByRole('region', { name: 'Forecast Breakdown' }));
}
const answering = (hourly: unknown = hours(4), daily: unknown = days()): StandInApi['answers'] => ({
  'GET forecast/Hourly/ForLocation/1': { data: hourly },
  'GET forecast/Daily/ForLocation/1': { data: daily },
});
const refusing = (status: number, code: string): StandInApi['answers'] => {
  const answer = { status, responseException: { code, message: 'No.' } };
  return { 'GET forecast/Hourly/ForLocation/1': answer, 'GET forecast/Daily/ForLocation/1': answer };
};
const pressed = (card: ReturnType<typeof within>) =>
  card.getAllByRole('button', { pressed: true }).map((button: HTMLElement) => button.textContent);
const row = (card: ReturnType<typeof within>, name: RegExp) =>
  [...card.getByRole('button', { name }).closest('tr')!.querySelectorAll('td')].map(
    (cell) => cell.textContent,
  );

it('begins with the hours and feels-like, a column each, and the policy in the chart', async () => {
  const card = await show(
    answering([hour(0, { precipitationChance: { value: 80, unit: '%' } }), ...hours().slice(1)]),
  );
  const table = within(await card.findByRole('table'));
  expect(table.getAllByRole('columnheader')).toHaveLength(36);
  expect(table.getByRole('columnheader', { name: 'Saturday 3:00 PM CDT' }).textContent).toContain('Sat3 PM');
  expect(pressed(card)).toEqual(['Feels °F']);
  expect(table.getAllByText('80%')).toHaveLength(1);
  expect(table.queryByText('0%')).toBeNull();
  expect(row(card, /^Temp °F/)[0]).toBe('91');
  expect(row(card, /^Precip in/)[0]).toBe('0.13');
  expect(row(card, /^WBGT °F/)[0]).toBe('84.3');
  expect(row(card, /^Wind mph/)[0]).toBe('6 from SW');
  expect(card.queryByRole('button', { name: /^Snow/ })).toBeNull();
  expect(
    card.getByRole('img', { name: 'Feels-like in °F as a line, Heat index policy 103 °F' }),
  ).toBeTruthy();
  expect(card.getByText('National Weather Service')).toBeTruthy();
  expect(api.requests.map(({ path }) => path)).toContain('forecast/Daily/ForLocation/1');
});

it('switches between hours and days by the rules of the metrics', async () => {
  const user = userEvent.setup();
  const card = await show(answering());
  await user.click(await card.findByRole('button', { name: /^Temp °F/ }));
  expect(pressed(card)).toEqual(['Temp °F']);
  await user.click(card.getByRole('radio', { name: 'Daily' }));
  expect(card.getAllByRole('columnheader')).toHaveLength(7);
  expect(card.getByRole('columnheader', { name: 'Saturday, June 6' })).toBeTruthy();
  expect(pressed(card)).toEqual(['Feels °F']);
  await user.click(card.getByRole('button', { name: /^High °F/ }));
  await user.click(card.getByRole('radio', { name: 'Hourly' }));
  expect(pressed(card)).toEqual(['Feels °F']);
  await user.click(card.getByRole('button', { name: /^Wind mph/ }));
  await user.click(card.getByRole('radio', { name: 'Daily' }));
  expect(pressed(card)).toEqual(['Wind mph']);
});

it('has snow where a day means snow, and says -- for what is missing', async () => {
  const none = { value: null, unit: '' };
  const blank = hour(0, {
    ambientTemperature: none,
    precipitation: none,
    feelsLike: none,
    wbgt: none,
    windSpeed: none,
    snowAccumulation: none,
  });
  const odd = { weatherCode: { value: 999, text: null, icon: null, isSnow: false } };
  const card = await show(
    answering(
      [{ ...blank, ...odd }],
      [day(0, { weather_code: { value: 26, text: 'Blizzard', icon: 'blizzard', isSnow: true } })],
    ),
  );
  await card.findByRole('button', { name: /^Snow in/ });
  for (const name of [/^Temp °F/, /^Precip in/, /^Feels °F/, /^WBGT °F/, /^Wind mph/, /^Snow in/])
    expect(row(card, name)).toEqual(['--']);
  expect(card.getByText('Weather not known')).toBeTruthy();
  expect(card.getByText('No Feels-like in this forecast.')).toBeTruthy();
});

it('a place in another zone has its own hours, and says so', async () => {
  const card = await show(answering(), nowMs, 'Pacific/Auckland');
  expect(await card.findByRole('columnheader', { name: /^Sunday 8:00 AM/ })).toBeTruthy();
  expect(card.getByText(/^Issued 6:00 AM (GMT\+12|NZST)$/)).toBeTruthy();
});

it.each<[string, StandInApi['answers'], boolean]>([
  ['no forecast reaches the place', refusing(404, 'no-forecast'), false],
  ['the forecast is empty', answering([], []), false],
  ['it is not known', refusing(503, 'forecast-unobserved'), true],
  ['the server is broken', refusing(500, 'internal'), true],
  ['the answer is no list', answering({}, {}), true],
])('says that there is nothing when %s', async (_, answers, hatched) => {
  const card = await show(answers);
  expect(await card.findByText('No forecast data available for this location')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Forecast Breakdown' }).classList.contains('hatched')).toBe(
    hatched,
  );
  expect(card.queryByRole('table')).toBeNull();
});

it.each([
  ['the source was not read for too long', hours(4).map((item) => ({ ...item, stale: true })), nowMs],
  ['it was not renewed', hours(4), nowMs + 76 * 60_000],
])('is hatched and gives its age when %s', async (_, items, atMs) => {
  const card = await show(answering(items), atMs);
  expect(await card.findByText('Not current.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Forecast Breakdown' }).classList.contains('hatched')).toBe(true);
  expect(await card.findByRole('table')).toBeTruthy();
});

it('a crash says so in its own words', async () => {
  // An empty hour, which the contract forbids.
  api = await openStandInApi(answering([{ observationTime: '2026-06-06T20:00:00Z' }]));
  clock.set(new Date(nowMs).toISOString());
  render(
    api.wrap(
      <GuardedCard title="Forecast Breakdown" fallback={forecastCrashText} resetKey="1">
        <Shown atMs={nowMs} timeZone={zone} />
      </GuardedCard>,
    ),
  );
  expect(await screen.findByText(forecastCrashText)).toBeTruthy();
});

it('is dragged by a mouse, not by a press on a button', async () => {
  const card = await show(answering());
  const strip = await card.findByRole('region', { name: 'Forecast, the next 4 hours' });
  strip.setPointerCapture = () => undefined;
  const drag = (from: Element) => {
    fireEvent.pointerDown(from, { pointerType: 'mouse', button: 0, clientX: 300 });
    fireEvent.pointerMove(strip, { pointerType: 'mouse', clientX: 299 });
    fireEvent.pointerMove(strip, { pointerType: 'mouse', clientX: 180 });
    fireEvent.pointerUp(strip, { pointerType: 'mouse', clientX: 180 });
    return strip.scrollLeft;
  };
  expect(drag(card.getByRole('button', { name: /^Temp °F/ }))).toBe(0);
  expect(drag(card.getAllByRole('cell')[5]!)).toBe(120);
  fireEvent.pointerMove(strip, { pointerType: 'mouse', clientX: 0 });
  expect(strip.scrollLeft).toBe(120);
});

it('moves by the arrow keys and by its arrows, a column and four at a time', async () => {
  const user = userEvent.setup();
  const card = await show(answering());
  const strip = await card.findByRole('region', { name: 'Forecast, the next 4 hours' });
  const moves: (number | undefined)[] = [];
  strip.scrollBy = (options) => void moves.push(typeof options === 'object' ? options.left : undefined);
  // Tests have no layout: the width of the strip is set by hand.
  Object.defineProperties(strip, { scrollWidth: { value: 2160 }, clientWidth: { value: 700 } });
  fireEvent.scroll(strip);
  strip.focus();
  await user.keyboard('{ArrowRight}{ArrowLeft}');
  await user.click(card.getByRole('button', { name: 'Later hours' }));
  expect(moves).toEqual([60, -60, 240]);
  expect(card.getByRole('button', { name: 'Earlier hours' }).hasAttribute('disabled')).toBe(true);
});
