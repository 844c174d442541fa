import type { SirenSettings } from '@allclear/contract';
import { asStoredAlertTimes } from '@allclear/domain';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { withStart } from '../../../forms/alert-times/alert-times.ts';
import { exampleUnit } from '../example.ts';
import { SirenDialog } from './SirenDialog.tsx';
import { daySentence } from './siren-fields.ts';

const unit = exampleUnit();
const settings: SirenSettings = {
  ...{ id: 'u1', locationName: 'Stadium', enabled: true, radius: 8, allClearMinutes: 30 },
  ...{ duration: 10, frequency: 3, allClearDuration: 5, allClearFrequency: 1 },
  ...{ postWarnMessage: '', postAllClearMessage: '', afterSirenPaId: null },
  ...{ postWarnClip: '', postAllClearClip: '', timeZoneId: 'America/New_York', lifeSafety: false },
  alertTimes: [1, 2].map((day) => ({
    ...{ id: `t${day}`, day, startTime: '06:00:00', endTime: '22:00:00', allDay: false, enabled: true },
  })),
  ...{ policyIds: [], lightOffAfterHours: null, offlineWindow: null, publicPage: false },
  ...{ publicPath: '/public/bay/field', timerNote: null, revision: 4 },
};
let api: StandInApi;

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
});
beforeEach(async () => {
  api = await openStandInApi({
    'GET Hardware/OWS/u1': { data: settings },
    'GET Hardware': { data: [unit, exampleUnit({ id: 'p1', name: 'Pool horn', isPa: true })] },
    'GET policy': { data: [] },
    'GET Siren/Schedule': { data: [] },
    'PATCH Hardware/OWS/Settings': { data: { ...settings, message: 'saved' } },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = (mayWrite = true) =>
  render(api.wrap(<SirenDialog unit={unit} mayWrite={mayWrite} onClose={() => undefined} />));
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save Changes' }));
const sent = (method: string) => api.requests.filter((request) => request.method === method);

const time = { day: 1, startTime: '06:00:00', endTime: '22:00:00', allDay: false, enabled: true };
it.each([
  [time, null],
  [{ ...time, endTime: '06:00:00' }, 'The start must be before the end'],
  [{ ...time, endTime: '05:45:00' }, 'The start must be before the end'],
  [{ ...time, endTime: '00:00:00' }, null],
  [{ ...time, endTime: '05:45:00', allDay: true }, null],
  [{ ...time, endTime: '05:45:00', enabled: false }, null],
])('the hours %j: %s', (hours, sentence) => {
  expect(daySentence(hours)).toBe(sentence);
});

it('midnight to midnight is all day', () => {
  const changed = (hours: typeof time) => asStoredAlertTimes([hours])[0]?.allDay;
  expect(changed({ ...time, startTime: '00:00:00', endTime: '00:00:00' })).toBe(true);
  expect(changed(withStart({ ...time, endTime: '00:00:00' }, '00:00:00'))).toBe(true);
  expect(changed(withStart({ ...time, allDay: true }, '06:15:00'))).toBe(false);
});

it('the sliders move by keys in their steps, and only what was changed is sent', async () => {
  show();
  const slider = await screen.findByRole('slider', { name: 'Warning signal, one play' });
  expect(slider.getAttribute('aria-valuemin')).toBe('5');
  expect(slider.getAttribute('aria-valuemax')).toBe('30');
  fireEvent.keyDown(slider, { key: 'ArrowRight', code: 'ArrowRight' });
  await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('15'));
  await save();
  expect(await screen.findByText('OWS Settings Successfully Updated')).toBeTruthy();
  expect(sent('PATCH')[0]?.body).toEqual({ id: 'u1', revision: 4, duration: 15 });
});

it('a timer under 30 minutes keeps its note, and a day whose end is before its start is not sent', async () => {
  show();
  const timer = await screen.findByRole('textbox', { name: /^All clear after/ });
  fireEvent.change(timer, { target: { value: '20' } });
  expect(await screen.findByText(/Less than the 30 minutes/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Monday, to' }), '05:45:00');
  expect(await screen.findByText('The start must be before the end')).toBeTruthy();
  await save();
  expect(await screen.findByRole('link', { name: 'Monday: The start must be before the end' })).toBeTruthy();
  expect(sent('PATCH')).toEqual([]);
});

it('the errors of the server are at their fields', async () => {
  api.answers['PATCH Hardware/OWS/Settings'] = {
    status: 400,
    responseException: { code: 'bad-input', message: 'Invalid', errors: { Radius: ['At most 50 miles'] } },
  };
  show();
  fireEvent.change(await screen.findByRole('textbox', { name: /^Radius/ }), { target: { value: '9' } });
  await save();
  expect(await screen.findByRole('link', { name: 'At most 50 miles' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /^Radius/ }).getAttribute('aria-invalid')).toBe('true');
});

it('says what somebody else changed meanwhile, and bases the next save on it', async () => {
  api.answers['PATCH Hardware/OWS/Settings'] = () => {
    api.answers['GET Hardware/OWS/u1'] = { data: { ...settings, radius: 12, revision: 5 } };
    return { status: 409, responseException: { code: 'conflict', message: 'Somebody else changed it.' } };
  };
  show();
  await userEvent.click(await screen.findByRole('switch', { name: /^Life safety/ }));
  await save();
  expect(await screen.findByText('This unit was changed meanwhile')).toBeTruthy();
  expect(screen.getByText('12 mi')).toBeTruthy();
  api.answers['PATCH Hardware/OWS/Settings'] = { data: { ...settings, message: 'saved' } };
  await save();
  await waitFor(() =>
    expect(sent('PATCH').at(-1)?.body).toEqual({ id: 'u1', revision: 5, lifeSafety: true }),
  );
});

it('schedules a test at once, without saving the form', async () => {
  api.answers['POST Siren/Schedule'] = {
    data: {
      ...{
        id: 's1',
        hardwareId: 'u1',
        hardwareName: 'Field siren',
        kind: 'delay',
        every: 'month',
        weekday: 1,
      },
      ...{ time: '12:00:00', nextUtc: '2026-07-06T16:00:00Z', lastDoneUtc: null, skipped: null },
      ...{ isOverdue: false, revision: 1, message: 'Test scheduled' },
    },
  };
  show();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Test' }), 'delay');
  await userEvent.click(screen.getByRole('button', { name: 'Add Scheduled Test' }));
  expect(await screen.findByText('Test scheduled')).toBeTruthy();
  expect(sent('POST')[0]?.body).toEqual({
    ...{ hardwareId: 'u1', kind: 'delay', every: 'month', weekday: 1, time: '12:00:00' },
  });
  expect(sent('PATCH')).toEqual([]);
});

it('who may not change them reads them', async () => {
  show(false);
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings of Field siren' }));
  expect(await dialog.findByText('3 × 10 s')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Add Scheduled Test' })).toBeNull();
});
