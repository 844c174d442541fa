import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import { GuardedCard } from '../../ui/Card.tsx';
import { AirQualityCard, airQualityCrashText } from './AirQualityCard.tsx';
import { index, nowMs, pollutant, unknownIndices } from './example.ts';
import { useAirQuality } from './use-air-quality.ts';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

function Shown({ atMs }: { atMs: number }) {
  return (
    <AirQualityCard pollutants={useAirQuality('1', 1)} timeZone="America/Chicago" nowMs={atMs} speed={1} />
  );
}

async function show(answer: StandInApi['answers'][string], atMs = nowMs) {
  clock.set(new Date(nowMs).toISOString());
  api = await openStandInApi({ 'GET AirQuality/Location/1': answer });
  render(
    api.wrap(
      <GuardedCard title="Air Quality" fallback={airQualityCrashText} resetKey="1">
        <Shown atMs={atMs} />
      </GuardedCard>,
    ),
  );
}
const card = () => screen.getByRole('region', { name: 'Air Quality' });
const refusal = (status: number, code: string) => ({ status, responseException: { code, message: 'No.' } });
const breather = "Your AQI data is taking a breather. Hang tight and we'll be back soon!";

it('shows the index of the place on the gauge, its category in words, and every reading in the details', async () => {
  await show({
    data: [
      pollutant(),
      pollutant({
        pollutantName: 'Ozone',
        isMainPollutant: false,
        aqiData: { ...unknownIndices, nowCastIndex: index(31, 'Good') },
        sourceName: 'Fort Worth',
        distanceInMiles: 7.4,
      }),
    ],
  });
  expect(
    await screen.findByRole('img', { name: 'Air quality index 68 on a scale from 0 to 300' }),
  ).toBeTruthy();
  expect(card().textContent).toContain('Moderate');
  expect(card().textContent).toContain('PM2.5 is the main pollutant');
  expect(card().textContent).toContain('Dallas Hinton, 2.1 mi away');
  expect(card().textContent).toContain('AirNow');
  await userEvent.click(within(card()).getByRole('button', { name: 'Details' }));
  const dialog = await screen.findByRole('dialog', { name: 'Air Quality' });
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map((one) => one.textContent),
  ).toEqual(['PM2.5Main pollutant', 'Ozone']);
  expect(dialog.textContent).toContain('Updated 60 minutes ago');
  expect(dialog.textContent).toContain('Fort Worth, 7.4 mi away');
  expect(dialog.textContent).toContain('31 · Good');
  expect(dialog.textContent).toContain(
    'Air quality data is only available for locations within 10 miles of a sensor.',
  );
  await userEvent.click(within(dialog).getByText('Close'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

it('says -- and N/A for an index that is missing', async () => {
  await show({ data: [pollutant({ isMainPollutant: false, aqiData: unknownIndices })] });
  expect(
    await screen.findByRole('img', { name: 'Air quality index not known on a scale from 0 to 300' }),
  ).toBeTruthy();
  expect(card().textContent).toContain('--');
  expect(card().textContent).toContain('N/A');
  expect(card().textContent).not.toContain('main pollutant');
});

it('a model is not taken for a measurement', async () => {
  await show({ data: [pollutant({ isModelled: true, sourceName: 'CAMS global' })] });
  expect(await screen.findByText('Modeled, not measured: CAMS global')).toBeTruthy();
});

it.each([
  ['no sensor is near', { data: [] }],
  ['none reaches the place', refusal(404, 'no-air-quality')],
])('says that there is nothing when %s', async (_, answer) => {
  await show(answer);
  expect(await screen.findByText('No data is available for this location')).toBeTruthy();
  expect(card().textContent).toContain('within 10 miles of a sensor');
  expect(card().classList.contains('hatched')).toBe(false);
});

it.each([
  ['air that is not known', refusal(503, 'air-quality-unobserved')],
  ['a server that is broken', refusal(500, 'internal')],
  ['a crash', { data: [{ pollutantName: 'PM2.5' }] }],
])('takes a breather after %s', async (_, answer) => {
  await show(answer);
  expect(await screen.findByText(breather)).toBeTruthy();
  expect(card().classList.contains('hatched')).toBe(true);
});

it.each([
  ['the reading is old', [pollutant({ stale: true })], nowMs],
  ['it was not renewed', [pollutant()], nowMs + 76 * 60_000],
])('is hatched and gives its age when %s', async (_, data, atMs) => {
  await show({ data }, atMs);
  expect(await screen.findByText('Not current.')).toBeTruthy();
  expect(card().classList.contains('hatched')).toBe(true);
  expect(card().textContent).toContain('68');
});
