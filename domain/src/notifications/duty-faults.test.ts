import { expect, it } from 'vitest';
import { dutyFault } from './duty-faults.ts';
import type { Addressee } from './recipients.ts';

const person: Addressee = {
  ...{ userId: 'a', isActive: true, groupIds: [], declinesNotifications: false, notificationType: 0 },
  ...{ smsNotifications: false, emailNotifications: false, phoneNumber: null, email: 'a@field.example' },
  ...{ emailSuppressed: false, pushDevices: 0, severeWeatherNotification: true },
  ...{ precipitationNotification: true, proactiveForecastNotification: true, optOutForecast: false },
  ...{ alertTimesEnabled: false, alertTimes: [], timeZone: 'CST', geofenceAlertsEnabled: false },
  ...{ sharedPosition: null, chosenLocationIds: [], silencedLocationIds: [] },
};

it.each([
  ['somebody with an address', person, null],
  ['nobody', null, 'nobody'],
  ['somebody who is not active', { ...person, isActive: false }, 'nobody'],
  ['who declines', { ...person, declinesNotifications: true }, 'declined'],
  ['who silenced the place', { ...person, silencedLocationIds: ['field'] }, 'silenced'],
  ['who silenced another place', { ...person, silencedLocationIds: ['other'] }, null],
  ['without an address', { ...person, email: null }, 'no-channel'],
  ['whose address rejects mail', { ...person, emailSuppressed: true }, 'no-channel'],
  [
    'with a number that the person does not let be used',
    { ...person, email: null, phoneNumber: '1' },
    'no-channel',
  ],
] as const)('%s', (_, one, fault) => {
  expect(dutyFault(one, 'field')).toBe(fault);
});
