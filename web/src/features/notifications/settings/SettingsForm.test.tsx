import type { DataOf, getNotificationSettings } from '@allclear/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { SettingsForm } from './SettingsForm.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

const settings: DataOf<typeof getNotificationSettings> = {
  declinesNotifications: false,
  optOutForecast: false,
  precipitationNotification: true,
  severeWeatherNotification: true,
  proactiveForecastNotification: true,
  notificationType: 0,
  smsNotifications: false,
  emailNotifications: true,
  geofenceAlertsEnabled: false,
  alertTimesEnabled: true,
  timeZone: 'America/Chicago',
  schedule: [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    day,
    enabled: true,
    allDay: false,
    startTime: '08:00:00',
    endTime: '17:00:00',
  })),
  email: 'ada@example.org',
  phoneNumber: null,
  emailSuppressed: false,
};
const saved = (body: unknown) => ({
  data: {
    message: 'Notification settings updated',
    settings: { ...settings, ...(body as object), email: undefined },
  },
});
const channels = {
  data: [
    { channel: 'push', configured: true, vendor: 'web-push' },
    { channel: 'sms', configured: false, vendor: null },
    { channel: 'email', configured: true, vendor: 'mailbox' },
  ],
};

async function show(answers: StandInApi['answers'] = {}, { mayUseGeofence = false, changes = {} } = {}) {
  api = await openStandInApi({
    'GET Settings/Channels': channels,
    'POST Settings/Notifications': saved,
    ...answers,
  });
  render(api.wrap(<SettingsForm answer={{ ...settings, ...changes }} mayUseGeofence={mayUseGeofence} />));
  return userEvent.setup();
}
const sent = () =>
  api.requests
    .filter(({ method, path }) => method === 'POST' && path === 'Settings/Notifications')
    .map(({ body }) => body);

it('shows what is set, and which channels are not configured', async () => {
  await show();
  expect(screen.getByRole('switch', { name: 'Receive notifications' })).toHaveProperty('checked', true);
  expect(await screen.findByRole('switch', { name: 'Text messages (not configured)' })).toHaveProperty(
    'checked',
    false,
  );
  expect(screen.getByText('To ada@example.org.')).toBeTruthy();
  expect(screen.getByText('No phone number is set in your account.')).toBeTruthy();
  expect(screen.queryByText(/Alert Mode/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
});

it('sends only what was changed, and says a second later that it is saved', async () => {
  const user = await show();
  await user.click(screen.getByRole('switch', { name: 'Receive notifications' }));
  await user.click(screen.getByRole('switch', { name: 'Daily forecast' }));
  const began = performance.now();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Notification settings updated', {}, { timeout: 4_000 })).toBeTruthy();
  expect(performance.now() - began).toBeGreaterThanOrEqual(1_000);
  expect(sent()).toEqual([{ declinesNotifications: true, optOutForecast: true }]);
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
});

it('a span over midnight says until when; equal times are refused before they are sent', async () => {
  const user = await show();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sunday, from' }), '6:00 PM');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sunday, to' }), '2:00 AM');
  expect(screen.getByText('until 2:00 AM Monday')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Monday, to' }), '8:00 AM');
  expect(screen.getByText('Start and end cannot be equal')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('link', { name: 'Monday: Start and end cannot be equal' })).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Monday, from' }), 'ALL DAY');
  expect(screen.queryByRole('combobox', { name: 'Monday, to' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent().length).toBe(1);
  const [{ schedule }] = sent() as [{ schedule: typeof settings.schedule }];
  expect(schedule.slice(0, 2)).toEqual([
    { day: 1, enabled: true, allDay: false, startTime: '18:00:00', endTime: '02:00:00' },
    { day: 2, enabled: true, allDay: true, startTime: '08:00:00', endTime: '08:00:00' },
  ]);
});

it("keeps what was typed and shows the server's sentences when a save is refused", async () => {
  const refusal = {
    status: 400,
    responseException: {
      code: 'bad-input',
      message: 'Please check the form',
      errors: { TimeZone: ['Unknown time zone'], 'AlertTimes[1].StartTime': ['Not today'] },
    },
  };
  const user = await show({ 'POST Settings/Notifications': refusal });
  await user.click(screen.getByRole('switch', { name: 'Precipitation' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('link', { name: 'Unknown time zone' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Not today' }));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Sunday, from' }));
  expect(screen.getByText('Not today', { selector: 'span' }).getAttribute('role')).toBeNull();
  expect(screen.getByRole('switch', { name: 'Precipitation' })).toHaveProperty('checked', false);
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false);
});

it('undoes', async () => {
  const user = await show();
  await user.click(screen.getByRole('switch', { name: 'Friday' }));
  expect(screen.getByText('Not saved yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo changes' }));
  expect(screen.getByRole('switch', { name: 'Friday' })).toHaveProperty('checked', true);
  expect(screen.queryByText('Not saved yet')).toBeNull();
});

describe('Alert Mode', () => {
  const modes = () =>
    screen
      .getAllByRole('radio')
      .filter((one) => (one as HTMLInputElement).name === (mode('Geofence') as HTMLInputElement).name)
      .map((one) => [one.getAttribute('aria-label'), (one as HTMLInputElement).checked]);
  const mode = (name: string) => screen.getByRole('radio', { name });

  it.each([
    ['Alert times', { alertTimesEnabled: true, geofenceAlertsEnabled: false }],
    ['Geofence', { alertTimesEnabled: false, geofenceAlertsEnabled: true }],
    ['Alert times and geofence', { alertTimesEnabled: true, geofenceAlertsEnabled: true }],
    ['Always', { alertTimesEnabled: false, geofenceAlertsEnabled: false }],
  ])('%s is what the settings say', async (name, changes) => {
    await show({}, { mayUseGeofence: true, changes });
    expect(screen.getByRole('radiogroup', { name: 'Alert Mode' })).toBeTruthy();
    expect(modes()).toEqual(
      ['Alert times', 'Geofence', 'Alert times and geofence', 'Always'].map((one) => [one, one === name]),
    );
    expect(screen.queryByRole('switch', { name: 'Only during these hours' })).toBeNull();
    const schedule = screen.getByRole('switch', { name: 'Friday' }).closest('fieldset');
    expect(schedule?.disabled).toBe(!changes.alertTimesEnabled);
  });

  it('is sent as the two settings that it stands for, with what it means said before', async () => {
    const user = await show({}, { mayUseGeofence: true });
    expect(screen.queryByText(/mutes nothing/)).toBeNull();
    await user.click(mode('Geofence'));
    expect(screen.getByText(/unknown, older than 15 minutes or too inexact mutes nothing/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(sent).toEqual([{ alertTimesEnabled: false, geofenceAlertsEnabled: true }]);
    await user.click(mode('Alert times and geofence'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => sent().at(-1)).toEqual({ alertTimesEnabled: true });
  });

  it('is not there for who may not choose it', async () => {
    await show({}, { changes: { geofenceAlertsEnabled: true } });
    expect(screen.queryByRole('radiogroup', { name: 'Alert Mode' })).toBeNull();
    expect(screen.getByRole('switch', { name: 'Only during these hours' })).toBeTruthy();
  });
});
