import type { LocationObservation } from '@allclear/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ConditionsCard } from './ConditionsCard.tsx';
import { historicalPath, tilesOf, windArrowDegrees, windText } from './conditions-view.ts';

afterEach(cleanup);

const nowMs = Date.parse('2026-06-06T20:46:00Z');
const ago = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString();
const f = (value: number | null) => ({ value, unit: '°F' });

function answer(part: Partial<LocationObservation> = {}, data: Partial<LocationObservation['data']> = {}): LocationObservation {
  return {
    weatherStation: { id: 'KTPA', name: 'Tampa International', type: 0, imageUrl: null, distanceMiles: 6.24 },
    canViewHistorical: true,
    data: {
      ambientTemperature: f(91.4),
      feelLike: f(101.5),
      precipitation: { value: 0.125, unit: 'in' },
      wgbt: f(88.44),
      windSpeed: { value: 14.2, unit: 'mph' },
      windGust: { value: 23.4, unit: 'mph' },
      windDirection: 'SSW',
      windDirectionDegrees: 200,
      relativeHumidity: { value: 61, unit: '%' },
      observationTime: ago(12),
      weather_code: { text: 'Cloudy' },
      ...data,
    },
    calibratedData: { rainToday: { value: 0.1, unit: 'in' }, rainUpdatedTime: null },
    stale: false,
    now: ago(0),
    ...part,
  };
}

const own = { id: 'S 1', name: 'Roof', type: 2, imageUrl: 'https://x.example/a b.jpg', distanceMiles: 0 };

function show(given: LocationObservation | undefined, failed = false, atMs: number = nowMs) {
  render(
    <MantineProvider>
      <ConditionsCard answer={given} failed={failed} loading={false} timeZone="America/New_York" nowMs={atMs} />
    </MantineProvider>,
  );
  return screen.getByRole('region', { name: 'Current Conditions' });
}

describe('tiles', () => {
  it('rounds each number as it is shown', () => {
    expect(tilesOf(answer()).map((tile) => tile.value)).toEqual(['91', '0.13', '102', '88.4', '14']);
  });

  it('says -- for what is missing', () => {
    const none = { value: null, unit: '°F' };
    const tiles = tilesOf(answer({}, { ambientTemperature: none, feelLike: none, wgbt: none, precipitation: none, windSpeed: none }));
    expect(tiles.map((tile) => tile.value + tile.unit)).toEqual(['--', '--', '--', '--', '--']);
    expect(tiles.some((tile) => tile.approximate)).toBe(false);
  });

  it.each([
    ['SSW', 23.4, 'SSW, gusts 23'],
    ['VRB', null, 'Variable'],
    [null, null, ''],
  ])('wind %s', (windDirection, gust, words) => {
    expect(windText(answer({}, { windDirection, windGust: { value: gust, unit: 'mph' } }).data)).toBe(words);
  });

  it('turns the arrow to where the wind blows to, if it blows at all', () => {
    expect(windArrowDegrees(answer().data)).toBe(20);
    expect(windArrowDegrees(answer({}, { windDirection: 'VRB' }).data)).toBeNull();
    expect(windArrowDegrees(answer({}, { windSpeed: { value: 0, unit: 'mph' } }).data)).toBeNull();
  });
});

describe('the card', () => {
  it('marks WBGT as approximate without a station of its own, and shows no history of it', () => {
    const card = show(answer());
    expect(within(card).getByRole('button', { name: 'Approx.' })).toBeTruthy();
    expect(within(card).queryByRole('link', { name: 'Historical' })).toBeNull();
    expect(card.textContent).toContain('Conditions updated 12 minutes ago');
    expect(card.textContent).not.toContain('Precipitation updated');
  });

  it('links to the history of an own station', () => {
    const card = show(answer({ weatherStation: own, calibratedData: { rainToday: { value: 0, unit: 'in' }, rainUpdatedTime: ago(22) } }));
    expect(within(card).getByRole('link', { name: 'Historical' }).getAttribute('href')).toBe('/Historical/S%201/https%3A%2F%2Fx.example%2Fa%20b.jpg');
    expect(within(card).queryByRole('button', { name: 'Approx.' })).toBeNull();
    expect(card.textContent).toContain('Precipitation updated 22 minutes ago');
    expect(historicalPath(answer({ weatherStation: own, canViewHistorical: false }))).toBeNull();
  });

  it.each([
    ['the server says so', answer({ stale: true }, { observationTime: ago(180) }), nowMs],
    ['it was not refreshed', answer(), nowMs + 11 * 60_000],
  ])('is hatched and gives its age when %s', (_, given, atMs) => {
    const card = show(given, true, atMs);
    expect(card.classList.contains('hatched')).toBe(true);
    expect(card.textContent).toContain('Not current.');
  });

  it('says when there is nothing', () => {
    const card = show(undefined, true);
    expect(card.textContent).toContain('Unable to load current conditions');
    expect(card.textContent).toContain('No data is available for this location.');
    expect(card.classList.contains('hatched')).toBe(true);
  });
});
