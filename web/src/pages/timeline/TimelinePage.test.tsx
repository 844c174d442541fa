import type { Timeline, TimelineEntry } from '@allclear/contract';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { byDay, otherDay, readKinds, spanText, whenText } from './place-timeline.ts';
import TimelinePage from './TimelinePage.tsx';

const entry = (part: Partial<TimelineEntry>): TimelineEntry => ({
  ...{ kind: 'lightning', atUtc: '2026-06-06T20:04:05.000Z', untilUtc: null, isOpen: false },
  ...{ text: 'Strike 4.0 mi N', detail: '', actor: null },
  ...part,
});
const gap = entry({
  ...{ kind: 'unobserved', atUtc: '2026-06-06T20:10:00.000Z', untilUtc: '2026-06-06T20:20:00.000Z' },
  ...{ text: 'Not observed', detail: 'Whether there was lightning is not known.' },
});
const closure = entry({ kind: 'closure', isOpen: true, text: 'Place closed: Flooded', actor: 'Ana Silva' });
const timeline: Timeline = {
  ...{
    organizationLocationId: 'north',
    organizationLocationName: 'North Field',
    timeZone: 'America/Chicago',
  },
  ...{ fromUtc: '2026-06-06T05:00:00.000Z', toUtc: '2026-06-07T05:00:00.000Z' },
  ...{ madeUtc: '2026-06-06T21:00:00.000Z', radiiMiles: [10, 20], allClearMinutes: 30, weather: 'simulated' },
  entries: [entry({}), closure, gap],
};
const places = [
  { id: 'north', name: 'North Field' },
  { id: 'south', name: 'South Field' },
];
let api: StandInApi;
let asked: string[];
let address: string;

beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  asked = [];
  api = await openStandInApi({
    'GET organizationLocation': { data: places },
    'GET Timeline/north': (_body, query) => {
      asked.push(query.toString());
      return { data: timeline };
    },
  });
});
afterEach(async () => {
  cleanup();
  await api.close();
});
function Address() {
  address = useLocation().search;
  return null;
}
const show = () =>
  render(
    api.wrap(
      <>
        <TimelinePage />
        <Address />
      </>,
    ),
  );

it('has the entries with their times at the place, and says of what and when it was made', async () => {
  show();
  const strike = await screen.findByText('Strike 4.0 mi N');
  expect(strike.closest('li')?.textContent).toContain('3:04:05 PM');
  expect(screen.getByText('Not observed', { selector: 'p' }).closest('li')?.textContent).toContain(
    '3:10:00 PM – 3:20:00 PM',
  );
  const closed = screen.getByText('Place closed: Flooded').closest('li');
  expect(closed?.textContent).toMatch(/since 3:04:05 PM.*By Ana Silva/);
  const text = document.body.textContent ?? '';
  for (const words of [
    'North Field',
    'America/Chicago',
    '4:00 PM CDT; more may come',
    '10, 20 mi',
    '3 entries',
  ])
    expect(text).toContain(words);
  expect(text).toContain('SIMULATED WEATHER: not for safety decisions');
});

it('shows the kinds that are chosen, and says how many it leaves out', async () => {
  show();
  await screen.findByText('Strike 4.0 mi N');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Lightning' }));
  await waitFor(() => expect(screen.queryByText('Strike 4.0 mi N')).toBeNull());
  expect(screen.getByText(/^2 entries; 1 of other kinds is left out/)).toBeTruthy();
  expect(new URLSearchParams(address).get('kinds')).not.toContain('lightning');
});

it('goes to the day before and to days that are chosen', async () => {
  show();
  await screen.findByText('Strike 4.0 mi N');
  await userEvent.click(screen.getByRole('button', { name: 'Day before' }));
  await waitFor(() => expect(asked).toContain('from=2026-06-05&to=2026-06-05'));
});

it('an empty span is not quiet, and a failure says that nothing is known', async () => {
  api.answers['GET Timeline/north'] = { data: { ...timeline, entries: [], weather: 'live' } };
  show();
  expect(await screen.findByText(/That does not mean that nothing happened/)).toBeTruthy();
  expect(screen.queryByText(/SIMULATED/)).toBeNull();
  cleanup();
  await api.close();
  api = await openStandInApi({
    'GET organizationLocation': { data: places },
    'GET Timeline/north': {
      status: 500,
      responseException: { code: 'internal', message: 'Something went wrong.' },
    },
  });
  show();
  expect(await screen.findByText(/What happened is not known here/)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/\b(clear|safe|quiet)\b/i);
});

it('what is old says so when it cannot be renewed', async () => {
  let fails = false;
  api.answers['GET Timeline/north'] = () =>
    fails
      ? { status: 500, responseException: { code: 'internal', message: 'Something went wrong.' } }
      : { data: timeline };
  show();
  await screen.findByText('Strike 4.0 mi N');
  fails = true;
  window.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('This timeline may be old')).toBeTruthy();
  expect(screen.getByText('Strike 4.0 mi N')).toBeTruthy();
});

it('without a place there is nothing to show, and that is said', async () => {
  api.answers['GET organizationLocation'] = { data: [] };
  show();
  expect(await screen.findByText('No locations yet')).toBeTruthy();
});

it('a thousand entries are all there, for paper too', async () => {
  const entries = Array.from({ length: 1_000 }, (_, i) => entry({ text: `Strike ${i}` }));
  api.answers['GET Timeline/north'] = { data: { ...timeline, entries } };
  show();
  await screen.findByText('Strike 999');
  expect(screen.getAllByRole('listitem')).toHaveLength(1_000);
});

it('times and days are those of the place, in the hour that comes twice too', () => {
  const autumn: Timeline = {
    ...timeline,
    ...{ fromUtc: '2026-11-01T05:00:00.000Z', toUtc: '2026-11-02T06:00:00.000Z' },
  };
  expect(spanText(autumn)).toBe(
    'Sunday, November 1, 2026, 12:00 AM CDT – Monday, November 2, 2026, 12:00 AM CST',
  );
  expect([otherDay(autumn, -1), otherDay(autumn, 1)]).toEqual(['2026-10-31', '2026-11-02']);
  expect(whenText(gap, 'America/Chicago')).toBe('3:10:00 PM – 3:20:00 PM');
  expect(readKinds('warning,nonsense')).toEqual(['warning']);
  expect(readKinds('nonsense')).toHaveLength(12);
  const late = entry({ atUtc: '2026-06-07T05:00:00.000Z' });
  expect(byDay({ ...timeline, entries: [entry({}), late] }, readKinds(null)).map(([day]) => day)).toEqual([
    'Saturday, June 6, 2026',
    'Sunday, June 7, 2026',
  ]);
});
