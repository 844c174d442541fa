import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { exampleUnit } from '../example.ts';
import { DrillDialog } from './DrillDialog.tsx';
import { TestDialog } from './TestDialog.tsx';

const unit = exampleUnit();
const begun = (seconds: number) => ({
  data: { units: [{ id: 'u1', name: 'Field siren', ok: true, message: 'begun' }], seconds, message: '' },
});
const refused = (message: string) => ({
  status: 409,
  responseException: { code: 'conflict', message },
});
let api: StandInApi;

beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({
    'POST Siren/TurnOff': {
      data: { units: [{ id: 'u1', name: 'Field siren', ok: true, message: 'stopped' }], message: '' },
    },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const paths = () => api.requests.map(({ path }) => path);

it('an all clear ends with its bar; leaving asks nothing then', async () => {
  api.answers['POST Siren/Test/AllClear'] = begun(0.2);
  const onClose = vi.fn();
  render(api.wrap(<TestDialog units={[unit]} onClose={onClose} />));
  await click('Start All Clear (20 s)');
  expect(await screen.findByText('All-clear test: ended')).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
  expect(onClose).toHaveBeenCalledOnce();
  expect(paths()).toEqual(['Siren/Test/AllClear']);
});

it('a delay stays on after its bar, warns to stop it, and leaving asks; stopping is one press', async () => {
  api.answers['POST Siren/Test/Delay'] = begun(0.2);
  const onClose = vi.fn();
  render(api.wrap(<TestDialog units={[unit]} onClose={onClose} />));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Start Delay (40 s)'));
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Delay test: sound is over')).toBeTruthy();
  expect(screen.getByText('Stop testing when you are done.')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  const question = within(await screen.findByRole('dialog', { name: 'A test is still on' }));
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(question.getByRole('button', { name: 'Back to the test' }));
  await click('Stop Test');
  expect(await screen.findByText('The test was stopped.')).toBeTruthy();
  expect(paths()).toEqual(['Siren/Test/Delay', 'Siren/TurnOff']);
});

it('refusals are toasts with the texts of the specification and why', async () => {
  Object.assign(api.answers, {
    'POST Siren/Test/Light': refused('Its place is in delay.'),
    'POST Siren/TurnOff': refused('The device does not answer.'),
  });
  const tested = exampleUnit({
    test: {
      ...{ id: 't', kind: 'light', begunUtc: '2026-06-06T20:45:00Z', soundEndsUtc: '2026-06-06T20:45:03Z' },
      endsUtc: '2026-06-06T21:00:00Z',
    },
  });
  render(api.wrap(<TestDialog units={[tested]} onClose={() => undefined} />));
  await click('Turn On Light (3 s)');
  expect(await screen.findByText('Unable to test light for selected unit(s).')).toBeTruthy();
  expect(screen.getByText('Its place is in delay.')).toBeTruthy();
  // A test that somebody else began can be stopped.
  await click('Stop Test');
  expect(await screen.findByText('Unable to turn off tests for selected unit(s).')).toBeTruthy();
});

it('a real warning during a test is said at once', () => {
  const units = [exampleUnit({ signal: 'warning', signalText: 'Lightning' })];
  render(api.wrap(<TestDialog units={units} onClose={() => undefined} />));
  expect(screen.getByRole('alert').textContent).toContain('This is no test');
  for (const name of ['Start Delay', 'Start All Clear', 'Turn On Light'])
    expect(screen.getByRole('button', { name: new RegExp(name) }).hasAttribute('disabled')).toBe(true);
});

it('a bulk test lasts as long as the longest of its units', async () => {
  const longer = exampleUnit({ id: 'u2', testSeconds: { delay: 310, allClear: 20, light: 3 } });
  render(api.wrap(<TestDialog units={[unit, longer]} chosen="delay" onClose={() => undefined} />));
  expect(await screen.findByRole('button', { name: 'Start Delay (310 s)' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Light/ })).toBeNull();
});

it('a drill begins only when each unit was ticked', async () => {
  api.answers['POST Siren/Drill'] = begun(120);
  const second = exampleUnit({ id: 'u2', name: 'Pool siren' });
  render(api.wrap(<DrillDialog units={[unit, second]} onClose={() => undefined} />));
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Start Drill' });
  await userEvent.click(screen.getByRole('checkbox', { name: /^Field siren/ }));
  expect(start.disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Pool siren/ }));
  await userEvent.click(start);
  await waitFor(() =>
    expect(api.requests[0]?.body).toEqual({ ids: ['u1', 'u2'], confirmedIds: ['u1', 'u2'], minutes: 2 }),
  );
  expect(await screen.findByText(/begun/)).toBeTruthy();
});
