import { readFileSync } from 'node:fs';
import { type CapMessageInput, capDocument, capMessage, noticeText } from '@allclear/domain';
import { expect, test } from 'vitest';
import { readAlert, schemaErrors } from '../../../test/cap/cap-reader.ts';

const page = readFileSync(new URL('../../../../docs/cap.md', import.meta.url), 'utf8');
const startedAt = Date.UTC(2026, 5, 6, 20, 42, 10);
const policy = { typeShortName: 'LR1', unit: 'mi', precision: 0, threshold: 10, isDesc: true };

function example(warning: Partial<CapMessageInput['warning']> = {}) {
  return capMessage({
    notice: 'started',
    identifier: '6f1c2b1e-8d0a-4f57-9a55-2d0b1f1f6a3c.1',
    sender: 'weather.example',
    senderName: 'Bay District',
    sentAt: startedAt,
    weather: 'live',
    earlier: [],
    warning: {
      ...{ typeShortName: 'LR1', lifeSafety: false, event: null, policyName: 'Lightning', radiusMiles: 10 },
      ...{ limit: null, startedAt, heldSince: null, ...warning },
    },
    words: noticeText({
      ...{ ...policy, notice: 'started', policyName: 'Lightning', value: 4.2, locationName: 'Stadium' },
      ...{ at: startedAt, startedAt, allClearMinutes: 30, timeZone: 'America/New_York' },
      ...{ additionalText: '', isTest: false, compass: 'NE' },
    }),
    holds: [],
    place: { name: 'Stadium', latitude: 27.95, longitude: -82.46 },
    timeZone: 'America/New_York',
  });
}

test('the example of docs/cap.md is what is written', async () => {
  const shown = /```xml\n([\s\S]+?)```/.exec(page)?.[1] ?? '';
  expect(shown).toBe(capDocument(example()));
  expect(await schemaErrors([shown])).toEqual([]);
  expect(readAlert(shown).headline).toContain('Stadium');
});

test.each([
  ['Lightning, first radius or life safety', { typeShortName: 'LR1' }],
  ['Lightning, first radius or life safety', { typeShortName: 'LR3', lifeSafety: true }],
  ['Lightning, outer radius', { typeShortName: 'LR2' }],
  ['WBGT, heat index, wind chill', { typeShortName: 'WBGT' }],
  ['WBGT, heat index, wind chill', { typeShortName: 'HEAT' }],
  ['WBGT, heat index, wind chill', { typeShortName: 'CHILL' }],
  ['Wind, gust, precipitation, air quality', { typeShortName: 'GUST' }],
  ['Wind, gust, precipitation, air quality', { typeShortName: 'AQI-PM2.5' }],
  ['Tornado Warning', { typeShortName: 'NWS', event: 'Tornado Warning' }],
  ['Severe Thunderstorm Warning', { typeShortName: 'NWS', event: 'Severe Thunderstorm Warning' }],
  ['Flash Flood Warning', { typeShortName: 'NWS', event: 'Flash Flood Warning' }],
  ['Another warning of the weather service', { typeShortName: 'NWS', event: 'High Wind Warning' }],
  ['A watch of the weather service', { typeShortName: 'NWS', event: 'Tornado Watch' }],
  ['Another alert of the weather service', { typeShortName: 'NWS', event: 'Heat Advisory' }],
  ['Another alert of the weather service', { typeShortName: 'NWS', event: null }],
])('the table of docs/cap.md has the levels of %s %o', (name, warning) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${name} |`));
  const { responseType, urgency, severity, certainty } = example(warning);
  expect(row).toBe(`| ${name} | ${responseType} | ${urgency} | ${severity} | ${certainty} |`);
});
