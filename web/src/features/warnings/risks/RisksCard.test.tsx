import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { clock } from '../../../clock/clock.ts';
import { GuardedCard } from '../../../ui/Card.tsx';
import { between, nowMs, threat } from './example.ts';
import { RisksCard, risksCrashText } from './RisksCard.tsx';
import { useThreats } from './use-threats.ts';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

function Shown({ atMs, ...held }: { atMs: number; held?: string; away?: boolean }) {
  const times = { timeZone: 'America/Chicago', nowMs: atMs, speed: 1 };
  return <RisksCard threats={useThreats('1', 1)} {...times} {...held} />;
}

async function show(
  answer: StandInApi['answers'][string],
  atMs = nowMs,
  held: { held?: string; away?: boolean } = {},
) {
  clock.set(new Date(nowMs).toISOString());
  api = await openStandInApi({ 'GET Threats/1': answer });
  render(
    api.wrap(
      <GuardedCard title="Today's Policy Risks" fallback={risksCrashText} resetKey="1">
        <Shown atMs={atMs} {...held} />
      </GuardedCard>,
    ),
  );
}
const card = () => screen.getByRole('region', { name: "Today's Policy Risks" });
const refusal = (status: number, code: string) => ({ status, responseException: { code, message: 'No.' } });

it('says what else holds the place, and is covered with lightning while the server is away', async () => {
  await show({ data: [threat({ policyId: 'a', policyName: 'WBGT' })] }, nowMs, {
    held: 'lightning delay in effect',
  });
  await screen.findByText('Policies only: lightning delay in effect.');
  expect(card().classList.contains('hatched')).toBe(false);
  cleanup();
  await api.close();
  await show({ data: [threat({ policyId: 'a', policyName: 'WBGT' })] }, nowMs, { away: true });
  await screen.findByText('Not current.');
  expect(card().classList.contains('hatched')).toBe(true);
});

it('lists each policy with its level in words, and its hours on demand', async () => {
  await show({
    data: [
      threat({ policyId: 'a', policyName: 'WBGT' }),
      threat({
        policyId: 'b',
        policyName: 'Wind Speed',
        policyTypeShortName: 'WIND',
        threatLevel: 2,
        threatTimes: [between(17, 19), between(21, 22)],
      }),
      threat({ policyId: 'c', policyName: 'NWS Alert', policyTypeShortName: 'NWS', foreseen: false }),
      threat({
        policyId: 'd',
        policyName: 'Lightning',
        policyTypeShortName: 'LR1',
        threatLevel: 2,
        threatTimes: [between(15, null)],
      }),
    ],
  });
  const names = (await screen.findAllByRole('button')).map((button) =>
    button.textContent?.replaceAll(/ [A-Z]{3}\b(?= –|$| and|High|In)/g, ''),
  );
  expect(names.map((name) => name?.match(/In effect|High|Low|Not forecast/)?.[0])).toEqual([
    'In effect',
    'High',
    'Low',
    'Not forecast',
  ]);
  const wind = within(card()).getByRole('button', { name: /^Wind Speed/ });
  expect(wind.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(wind);
  expect(wind.getAttribute('aria-expanded')).toBe('true');
  expect(within(card()).getByText('The forecast reaches the threshold.')).toBeTruthy();
  expect(card().textContent).toMatch(/9 PM( [A-Z]+)? – 10 PM/);
  await userEvent.click(wind);
  expect(within(card()).queryByText('The forecast reaches the threshold.')).toBeNull();
});

it('says that there are no policies', async () => {
  await show({ data: [] });
  expect(await screen.findByText('No Policies')).toBeTruthy();
  expect(card().classList.contains('hatched')).toBe(false);
});

it('says that no forecast reaches the place', async () => {
  await show(refusal(404, 'no-forecast'));
  expect(await screen.findByText('No data available for this location')).toBeTruthy();
});

it.each([
  ['a forecast that is not known', refusal(503, 'forecast-unobserved')],
  ['a server that is broken', refusal(500, 'internal')],
  ['an answer that is no list', { data: {} }],
  ['a crash', { data: [{ policyId: 'x' }] }],
])('says so after %s', async (_, answer) => {
  await show(answer);
  expect(
    await screen.findByText('There was an error while trying to load the threats forecast'),
  ).toBeTruthy();
  expect(card().classList.contains('hatched')).toBe(true);
  expect(screen.queryByText('No Policies')).toBeNull();
});

it.each([
  [
    'its forecast is old',
    [threat({ stale: true, forecastAsOf: '2026-06-06T16:00:00Z' })],
    nowMs,
    'Last known 5 hours ago',
  ],
  ['it was not renewed', [threat()], nowMs + 16 * 60_000, 'Last known 16 minutes ago'],
])('is hatched and gives its age when %s', async (_, data, atMs, age) => {
  await show({ data }, atMs);
  expect(await screen.findByText('Not current.')).toBeTruthy();
  expect(card().textContent).toContain(age);
  expect(card().classList.contains('hatched')).toBe(true);
});
