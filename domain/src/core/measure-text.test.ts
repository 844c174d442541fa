import { expect, test } from 'vitest';
import {
  amountText,
  exceededText,
  lightningText,
  measureKind,
  quantityText,
  quantityWithin,
  withinLimitText,
} from './measure-text.ts';

test('amounts are rounded to the precision and carry their unit', () => {
  expect(amountText(90.04, { unit: '°F', precision: 1 })).toBe('90.0 °F');
  expect(amountText(0.255, { unit: 'in', precision: 2 })).toBe('0.26 in');
  expect(amountText(154.6, { unit: 'AQI', precision: 0 })).toBe('155');
  expect(amountText(-0.3, { unit: '°F', precision: 0 })).toBe('0 °F');
  expect(amountText(null, { unit: 'in', precision: 2 })).toBeNull();
  expect(amountText(Number.NaN, { unit: 'in', precision: 2 })).toBeNull();
});

test('limits, both ways', () => {
  const chill = { unit: '°F', precision: 0, threshold: 20, isDesc: true };
  expect([exceededText(chill), withinLimitText(chill)]).toEqual(['at or below 20 °F', 'above 20 °F']);
  const gust = { unit: 'mph', precision: 0, threshold: 35, isDesc: false };
  expect([exceededText(gust), withinLimitText(gust)]).toEqual(['at or above 35 mph', 'below 35 mph']);
});

test('kinds and quantities', () => {
  expect(['LR1', 'LR4', 'NWS', 'WBGT', 'AQI-O3', 'LR'].map(measureKind)).toEqual([
    'lightning',
    'lightning',
    'alert',
    'reading',
    'reading',
    'reading',
  ]);
  expect(['HEAT', 'WBGT', 'AQI-PM2.5', 'SNOW'].map(quantityText)).toEqual([
    'Heat index',
    'WBGT',
    'Air quality index of PM2.5',
    'Reading',
  ]);
  expect(['HEAT', 'WBGT'].map(quantityWithin)).toEqual(['heat index', 'WBGT']);
});

test('where lightning was', () => {
  expect(lightningText('Lightning', 4.24, 'NE', 10)).toBe('Lightning 4.2 mi NE of');
  expect(lightningText('Lightning', 4.24, null, 10)).toBe('Lightning 4.2 mi from');
  expect(lightningText('Lightning', 0.04, 'NE', 10)).toBe('Lightning at');
  expect(lightningText('Lightning', null, 'NE', 10)).toBe('Lightning within 10 mi of');
});
