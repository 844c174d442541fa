import { expect, test } from 'vitest';
import { alertEvents, eventColor, eventName, isEventOfPolicy } from './alert-events.ts';

test('each event is offered once, with a color', () => {
  expect(new Set(alertEvents.map(({ event }) => event)).size).toBe(alertEvents.length);
  for (const { color } of alertEvents) expect(color).toMatch(/^#[0-9A-F]{6}$/);
});

test('an event is known by its former name too', () => {
  expect(eventName('Excessive Heat Warning')).toBe('Extreme Heat Warning');
  expect(isEventOfPolicy(['Extreme Heat Warning'], 'Excessive Heat Warning')).toBe(true);
  expect(isEventOfPolicy(['Excessive Heat Warning'], 'extreme heat warning ')).toBe(true);
  expect(isEventOfPolicy(['Tornado Watch'], 'Tornado Warning')).toBe(false);
  expect(isEventOfPolicy(['Gale Warning'], 'Gale Warning')).toBe(true);
  expect(isEventOfPolicy([], 'Gale Warning')).toBe(false);
});

test('a Tornado Emergency can be chosen, before all others', () => {
  expect(alertEvents[0]).toEqual({ event: 'Tornado Emergency', color: eventColor('Tornado Warning') });
  expect(isEventOfPolicy(['Tornado Emergency'], 'Tornado Warning')).toBe(false);
});

test('colors', () => {
  expect([
    eventColor('Tornado Warning'),
    eventColor('Excessive Heat Warning'),
    eventColor('Gale Warning'),
  ]).toEqual(['#FF0000', '#C71585', '#808080']);
});
