import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueryState } from '../../../api/query-state.ts';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { clock } from '../../../clock/clock.ts';
import { GuardedCard } from '../../../ui/Card.tsx';
import { timelineCrashText, timelineTitle } from './crash-text.ts';
import { hour, limit, measured, nowMs } from './example.ts';
import TimelineCard from './TimelineCard.tsx';

let api: StandInApi;
beforeEach(() => {
  localStorage.clear();
  clock.set(new Date(nowMs).toISOString());
});
afterEach(async () => {
  cleanup();
  await api.close();
});

function known<T>(value: T, part: Partial<QueryState<T>> = {}): QueryState<T> {
  return { value, asOfMs: nowMs, failed: false, unobserved: false, none: false, ...part };
}
const history = [measured(90), measured(30), measured(15, { maxWetBulbGlobalTemp: 88.04, maxWindSpeed: 20 })];

async function show(
  answer: StandInApi['answers'][string],
  props: Partial<ComponentProps<typeof TimelineCard>> = {},
) {
  api = await openStandInApi({ 'GET Observations/Historical/S1': answer });
  const card = (more: Partial<ComponentProps<typeof TimelineCard>>) =>
    api.wrap(
      <GuardedCard title={timelineTitle} fallback={timelineCrashText} resetKey="1">
        <TimelineCard
          station={{ id: 'S1', name: 'Roof' }}
          place={{ latitude: 28, longitude: -82, timeZone: 'America/Chicago' }}
          historicalPath="/Historical/S1/"
          hourly={known([hour(0, { wbgt: 85, wind: 30 }), hour(2, { wbgt: 89.06, wind: 12 })])}
          policies={[limit('WBGT', 87)]}
          nowMs={nowMs}
          speed={1}
          {...props}
          {...more}
        />
      </GuardedCard>,
    );
  const { rerender } = render(card({}));
  return (more: Partial<ComponentProps<typeof TimelineCard>>) => rerender(card(more));
}
const card = () => screen.getByRole('region', { name: timelineTitle });
const values = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }));
  return within(card())
    .getAllByRole('row')
    .map((row) => row.textContent);
};
const refusal = { status: 500, responseException: { code: 'internal', message: 'No.' } };

it('shows the last 12 hours with their gaps, the highest of the forecast, and the way to the whole history', async () => {
  await show({ data: history });
  expect(await screen.findByRole('figure', { name: 'WBGT of the last 12 hours' })).toBeTruthy();
  expect(await values()).toEqual([
    'TimeWBGT (°F)',
    '2:16 PM86.3',
    '2:31 PM--',
    '2:46 PM--',
    '3:01 PM--',
    '3:16 PM86.3',
    '3:31 PM88.0',
  ]);
  expect(card().textContent).toContain('Forecast Max 89.1 °F at 5 PM, over policy');
  expect(within(card()).getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/Historical/S1/');
  expect(card().classList.contains('hatched')).toBe(false);
});

it('draws the policy of the metric', async () => {
  await show({ data: history });
  const svg = await screen.findByRole('application', undefined, { timeout: 20_000 });
  await waitFor(() => expect(svg.textContent).toContain('policy 87.0 °F'));
});

it('shows another metric at choice, and remembers it', async () => {
  await show({ data: history });
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Condition' });
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'WBGT',
    'Wind Speed (mph)',
    'Temperature (°F)',
  ]);
  expect(choice.value).toBe('wbgt');
  await userEvent.selectOptions(choice, 'Wind Speed (mph)');
  expect((await values()).at(-1)).toBe('3:31 PM20');
  expect(card().textContent).toContain('Forecast Max 30 mph at 3 PM');
  cleanup();
  await api.close();
  await show({ data: history });
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Condition' })).value).toBe('wind');
});

it('says that a station has measured nothing', async () => {
  await show({ data: [measured(20, { maxWetBulbGlobalTemp: null })] });
  expect(await screen.findByText('No WBGT in the last 12 hours')).toBeTruthy();
});

it('says since when a station is silent', async () => {
  await show({ data: [measured(120), measured(105)] });
  expect((await screen.findByRole('status')).textContent).toMatch(/^Nothing since 2:01 PM/);
});

it.each([
  ['the history fails', refusal],
  ['the answer is no list', { data: {} }],
])('says so when %s, hatched', async (_, answer) => {
  await show(answer);
  expect(
    await screen.findByText('There was an error while trying to load the conditions timeline'),
  ).toBeTruthy();
  expect(card().classList.contains('hatched')).toBe(true);
});

it('covers itself when it was not refreshed for long', async () => {
  const redraw = await show({ data: history });
  await screen.findByRole('figure');
  redraw({ nowMs: nowMs + 26 * 60_000 });
  expect(card().classList.contains('hatched')).toBe(true);
  expect(card().textContent).toMatch(/Not current\. Last read 2\d minutes ago\./);
});

it.each<[string, Partial<ComponentProps<typeof TimelineCard>>]>([
  [
    'is not known',
    {
      hourly: known(null, { failed: true, asOfMs: null }) as unknown as QueryState<
        readonly ReturnType<typeof hour>[]
      >,
    },
  ],
  ['is of an old run', { hourly: known([{ ...hour(0, { wbgt: 85 }), stale: true }]) }],
  ['is empty', { hourly: known([]) }],
])('tells no highest of a forecast that %s', async (_, props) => {
  await show({ data: history }, props);
  await screen.findByRole('figure');
  expect(card().textContent).toContain('Forecast Max --');
});

it('has no way to a history that may not be seen', async () => {
  await show({ data: history }, { historicalPath: null });
  await screen.findByRole('figure');
  expect(within(card()).queryByRole('link')).toBeNull();
});

it('a card that crashes says so in the words of the specification', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await show({ data: [null] });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'There was an error while trying to load the conditions timeline',
  );
  quiet.mockRestore();
});
