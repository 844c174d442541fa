import { describe, expect, test } from 'vitest';
import {
  batteryOf,
  type ContactRecord,
  clockFault,
  connectionOf,
  restartedAt,
  statusText,
  stuckOutputs,
  type UnitHealth,
} from './unit-health.ts';

const minute = 60_000;
const record = (lastContactAt: string | null, part: Partial<ContactRecord> = {}): ContactRecord => ({
  ...{ kind: 'siren', window: null, timeZone: 'America/Chicago' },
  lastContactAt: lastContactAt === null ? null : Date.parse(lastContactAt),
  ...part,
});

test.each([
  [230.4, 'unknown'],
  [12.1, 'healthy'],
  [12.09, 'low'],
  [52.8, 'healthy'],
  [0, 'low'],
  [null, 'unknown'],
  [Number.NaN, 'unknown'],
])('%s V is %s', (volts, expected) => {
  expect(batteryOf(volts)).toBe(expected);
});

describe('the connection', () => {
  const night = { window: { startTime: '22:00:00', endTime: '02:30:00' } };
  test.each<[string, ContactRecord, string, string]>([
    ['never', record(null), '2026-07-04T12:00Z', 'never'],
    ['within 30 minutes', record('2026-07-04T11:30Z'), '2026-07-04T12:00Z', 'connected'],
    ['a station after 16', record('2026-07-04T11:44Z', { kind: 'station' }), '2026-07-04T12:00Z', 'lost'],
    ['after 31', record('2026-07-04T11:29Z'), '2026-07-04T12:00Z', 'lost'],
    ['dated far ahead', record('2026-07-04T14:00Z'), '2026-07-04T12:00Z', 'lost'],
    ['in the window', record('2026-07-04T04:40Z'), '2026-07-04T06:00Z', 'scheduled-offline'],
    ['silent before the window', record('2026-07-04T04:20Z'), '2026-07-04T06:00Z', 'lost'],
    ['still silent after it', record('2026-07-04T05:05Z'), '2026-07-04T10:00Z', 'lost'],
    [
      'asked every hour',
      record('2026-07-04T10:30Z', { askEveryMinutes: 60 }),
      '2026-07-04T12:00Z',
      'connected',
    ],
    [
      'in its own window, after midnight',
      record('2026-07-05T03:10Z', night),
      '2026-07-05T07:00Z',
      'scheduled-offline',
    ],
    ['its own window replaces that of UTC', record('2026-07-04T08:00Z', night), '2026-07-04T09:00Z', 'lost'],
    // 2:30 is skipped on this night: the window ends at the jump, 08:00 UTC.
    [
      'until the jump of spring',
      record('2026-03-08T04:10Z', night),
      '2026-03-08T07:59Z',
      'scheduled-offline',
    ],
    ['after the jump of spring', record('2026-03-08T04:10Z', night), '2026-03-08T08:00Z', 'lost'],
  ])('%s', (_, one, now, expected) => {
    expect(connectionOf(one, Date.parse(now))).toBe(expected);
  });
});

test('a restart shows in the uptime', () => {
  const at = (readAt: number, uptimeSeconds: number | null) => ({ readAt: readAt * minute, uptimeSeconds });
  expect(restartedAt(at(10, 600), at(11, 660))).toBeNull();
  expect(restartedAt(at(10, 600), at(11, 20))).toBe(11 * minute - 20_000);
  expect(restartedAt(at(10, 10), at(70, 50))).toBe(70 * minute - 50_000);
  expect(restartedAt(at(10, null), at(11, 20))).toBeNull();
});

test('a clock that is off is a fault', () => {
  expect(clockFault(null)).toBeNull();
  expect(clockFault(90_000)).toBeNull();
  expect(clockFault(-5 * minute)).toBe('Its clock is 5 minutes slow.');
  expect(clockFault(600 * minute)).toBe('Its clock is hours or more fast.');
});

test('what is on that should be off is stuck', () => {
  const reading = { sounding: true, lit: true, relays: { '1': true, '2': true } };
  const relays = { '1': { name: 'Gate', on: false }, '2': { name: 'Pump', on: null } };
  expect(stuckOutputs(reading, { lit: false, soundsUntil: 0, relays }, minute)).toEqual([
    'It sounds and should be silent.',
    'Its light is on and should be off.',
    'Relay Gate is on and should be off.',
  ]);
  expect(stuckOutputs(reading, { lit: true, soundsUntil: 55_000, relays: {} }, minute)).toEqual([]);
  expect(
    stuckOutputs({ ...reading, lit: false }, { lit: true, soundsUntil: minute, relays: {} }, minute),
  ).toEqual(['Its light is dark and should be on.']);
  expect(
    stuckOutputs({ sounding: null, lit: null, relays: {} }, { lit: false, soundsUntil: null, relays }, 0),
  ).toEqual([]);
});

test('a unit in one line', () => {
  const unit: UnitHealth = {
    ...{
      enabled: true,
      connection: 'connected',
      battery: 'healthy',
      volts: 12.64,
      faults: [],
      isInDelay: true,
    },
  };
  expect(statusText(unit)).toBe('Connected. Battery healthy (12.6 V).');
  expect(statusText({ ...unit, connection: 'scheduled-offline', battery: 'unknown', volts: null })).toBe(
    'Cannot sound: it is offline as planned. Scheduled Offline.',
  );
  expect(
    statusText({ ...unit, enabled: false, isInDelay: false, faults: ['Its clock is 5 minutes slow.'] }),
  ).toBe('Disabled. Battery healthy (12.6 V). Its clock is 5 minutes slow.');
});
