import { expect, test } from 'vitest';
import { type ExampleNotice, exampleNoticeText } from './example-notice.ts';

const lightning: ExampleNotice = {
  typeShortName: 'LR1',
  unit: 'mi',
  precision: 0,
  isDesc: true,
  policyName: 'Lightning',
  threshold: 10,
  allClearMinutes: 30,
  event: null,
  allClear: false,
  additionalText: '',
};
const wind: ExampleNotice = {
  ...lightning,
  typeShortName: 'WIND',
  unit: 'mph',
  isDesc: false,
  policyName: 'Wind Speed',
  threshold: 40,
};

test.each<[string, ExampleNotice, string]>([
  [
    'lightning is 0.4 mi inside the radius',
    lightning,
    'Lightning 9.6 mi from Stadium at 3:42 PM CDT. All clear after 30 min without lightning within 10 mi.',
  ],
  [
    'lightning without limits: 80, and 10 minutes',
    { ...lightning, threshold: null, allClearMinutes: null },
    'Lightning 79.6 mi from Stadium at 3:42 PM CDT. All clear after 10 min without lightning within 80 mi.',
  ],
  ['a reading is at its threshold', wind, 'Wind 40 mph at Stadium at 3:42 PM CDT; the limit is 40 mph.'],
  [
    'a reading without limits: 80',
    { ...wind, threshold: null },
    'Wind 80 mph at Stadium at 3:42 PM CDT; the limit is 80 mph.',
  ],
  [
    'its all clear without a timer: 60 minutes',
    { ...wind, allClear: true, allClearMinutes: null },
    'All clear at Stadium at 3:42 PM CDT: wind below 40 mph for 60 minutes.',
  ],
  [
    'the additional text is in it',
    { ...wind, additionalText: 'Lower the cranes.' },
    'Wind 40 mph at Stadium at 3:42 PM CDT; the limit is 40 mph. Lower the cranes.',
  ],
])('%s', (_, example, text) => {
  expect(exampleNoticeText(example)).toBe(text);
});
