import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { clock } from '../../../clock/clock.ts';
import { exampleLane, exampleToday, lightningLane, nowMs } from './example.ts';
import { TodayCard } from './TodayCard.tsx';
import { useToday } from './use-today.ts';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

interface ShownProps {
  atMs?: number;
  held?: string | null;
  away?: boolean;
  onEdit?: (() => void) | null;
}

function Shown({ atMs = nowMs, held = null, away = false, onEdit = null }: ShownProps) {
  return (
    <TodayCard
      today={useToday('1', 1)}
      held={held}
      isHeld={held !== null}
      away={away}
      lightning="quiet"
      lightningUntil={null}
      timeZone="America/Chicago"
      nowMs={atMs}
      speed={1}
      onEdit={onEdit}
    />
  );
}

async function show(answer: StandInApi['answers'][string], props: ShownProps = {}) {
  clock.set(new Date(nowMs).toISOString());
  api = await openStandInApi({ 'GET Today/1': answer });
  render(api.wrap(<Shown {...props} />));
}
const card = () => screen.getByRole('region', { name: 'Today' });

it('has a sentence for each practice, the threshold of each lane, and a table of the hours', async () => {
  await show({ data: exampleToday() });
  expect(await screen.findByText('WBGT forecast to stop it 1–7 PM; forecast open from 7 PM.')).toBeTruthy();
  expect(card().textContent).toContain('≥ 90.0 °F');
  expect(card().textContent).toContain('This is a forecast: it cannot rule out lightning');
  expect(card().classList.contains('hatched')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = screen.getByRole('table');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Hour', 'Lightning', 'WBGT']);
  const [, , onePm] = within(table).getAllByRole('row');
  expect(onePm!.textContent).toBe('1 PMnot forecaststops, 88.0 °F');
  await userEvent.click(screen.getByRole('button', { name: 'Show as chart' }));
  expect(screen.queryByRole('table')).toBeNull();
});

it('says what holds the place and calls nothing open meanwhile', async () => {
  await show({ data: exampleToday() }, { held: 'lightning delay in effect' });
  await screen.findByText('Now: lightning delay in effect.');
  expect(card().textContent).not.toMatch(/\bopen\b/);
  expect(card().textContent).toContain('not reached');
});

it('without a forecast says so, and no hour is known', async () => {
  const lanes = [lightningLane('????????????'), exampleLane({}, '????????????')];
  await show({ data: exampleToday({ lanes, forecast: null }) });
  await screen.findByText('No forecast.');
  expect(card().textContent).toContain('no forecast of WBGT in all hours shown');
  expect(card().textContent).not.toMatch(/\bopen\b/);
});

it.each([
  ['its forecast is old', { ...exampleToday().forecast!, stale: true }, {}],
  ['it was not renewed', exampleToday().forecast, { atMs: nowMs + 16 * 60_000 }],
  ['the server is away', exampleToday().forecast, { away: true }],
] as const)('is hatched and calls nothing open when %s', async (_, forecast, props) => {
  await show({ data: exampleToday({ forecast }) }, props);
  await screen.findByText('Not current.');
  expect(card().classList.contains('hatched')).toBe(true);
  expect(card().textContent).not.toMatch(/\bopen\b/);
});

it('says that it is not known when it could not be loaded', async () => {
  await show({ status: 500, responseException: { code: 'internal', message: 'No.' } });
  expect((await screen.findByRole('alert')).textContent).toContain(
    'What the coming hours bring is not known',
  );
  expect(card().classList.contains('hatched')).toBe(true);
});

it('leads those who may to the practice times, and says what they are for', async () => {
  let opened = 0;
  await show({ data: exampleToday({ practices: [] }) }, { onEdit: () => opened++ });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit practice times' }));
  expect(opened).toBe(1);
  expect(card().textContent).toContain('No practice in these hours.');
  cleanup();
  await api.close();
  await show({ data: exampleToday({ practices: [] }) });
  await screen.findByText(/This is a forecast/);
  expect(screen.queryByRole('button', { name: 'Edit practice times' })).toBeNull();
  expect(card().textContent).not.toContain('No practice in these hours.');
});
