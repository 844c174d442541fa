import type { LocationObservation, WeatherStation } from '@allclear/contract';
import { policyTypes, type WatchedLimit } from '@allclear/domain';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GuardedCard } from '../../ui/Card.tsx';
import { ConditionsCard, conditionsCrashText } from './ConditionsCard.tsx';
import {
  gaugeOf,
  historicalPath,
  type PlaceNow,
  tilesOf,
  turnTo,
  windArrowDegrees,
  windText,
} from './conditions-view.ts';

afterEach(cleanup);

const nowMs = Date.parse('2026-06-06T20:46:00Z');
const ago = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString();
const f = (value: number | null) => ({ value, unit: '°F' });

function answer(
  part: Partial<LocationObservation> = {},
  data: Partial<LocationObservation['data']> = {},
): LocationObservation {
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

function policy(shortName: string, threshold: number): WatchedLimit {
  const { isDesc, unit, precision } = policyTypes.find((type) => type.shortName === shortName)!;
  return { policyTypeShortName: shortName, threshold, isDesc, unit, precision };
}

function card(
  given: LocationObservation | undefined,
  props: Partial<ComponentProps<typeof ConditionsCard>> = {},
) {
  return (
    <MantineProvider>
      <MemoryRouter>
        <ConditionsCard
          answer={given}
          failed={false}
          loading={false}
          policies={[]}
          stations={[]}
          timeZone="America/New_York"
          nowMs={nowMs}
          {...props}
        />
      </MemoryRouter>
    </MantineProvider>
  );
}

function show(
  given: LocationObservation | undefined,
  props: Partial<ComponentProps<typeof ConditionsCard>> = {},
) {
  render(card(given, props));
  return screen.getByRole('region', { name: 'Current Conditions' });
}

const calm: PlaceNow = { stale: false, isHeld: false, warnedTypes: [] };

describe('tiles', () => {
  it('rounds each number as it is shown', () => {
    expect(tilesOf(answer(), [], calm).map((tile) => tile.value)).toEqual([
      '91',
      '0.13',
      '102',
      '88.4',
      '14',
    ]);
  });

  it('are not called within policy while anything holds the place, and say that their own warning runs', () => {
    const policies = [policy('WIND', 40), policy('WBGT', 120)];
    const states = (part: Partial<PlaceNow>) =>
      tilesOf(answer(), policies, { ...calm, ...part }).map(({ name, state, warned }) => [
        name,
        state?.kind,
        warned,
      ]);
    expect(states({})).toContainEqual(['Wind', 'within', false]);
    expect(states({ isHeld: true })).toContainEqual(['Wind', undefined, false]);
    expect(states({ isHeld: true, warnedTypes: ['GUST'] })).toContainEqual(['Wind', undefined, true]);
    expect(states({ isHeld: true, warnedTypes: ['GUST'] })).toContainEqual(['WBGT', undefined, false]);
    // The line of what is not said stays free, so that nothing shifts when it may be said.
    expect(tilesOf(answer(), policies, { ...calm, isHeld: true }).map(({ unsaid }) => unsaid)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    const card = show(answer(), { policies, isHeld: true, warnedTypes: 'GUST LR1' });
    expect(card.textContent).toContain('warning in effect');
    expect(card.textContent).not.toContain('within policy');
  });

  it.each([
    ['WBGT', 60, 70],
    ['WBGT', 84, 84],
    ['WBGT', 110, 98],
    ['Wind', 0, 0],
    ['Wind', 25, 25],
    ['Wind', 130, 100],
  ] as const)('the gauge of %s at %s ends at its range', (name, value, shown) => {
    const { min, max } = name === 'WBGT' ? { min: 70, max: 98 } : { min: 0, max: 100 };
    expect(gaugeOf(name, value)).toEqual({ min, max, shown });
  });

  it('WBGT and wind have a gauge from 70 to 98 and from 0 to 100, no other tile and no missing value has one', () => {
    const meters = within(show(answer())).getAllByRole('meter');
    expect(meters.map((meter) => ['min', 'max', 'value'].map((name) => meter.getAttribute(name)))).toEqual([
      ['70', '98', '88.4'],
      ['0', '100', '14'],
    ]);
    cleanup();
    const none = { value: null, unit: '' };
    expect(within(show(answer({}, { wgbt: none, windSpeed: none }))).queryAllByRole('meter')).toEqual([]);
  });

  it('says -- for what is missing', () => {
    const none = { value: null, unit: '°F' };
    const tiles = tilesOf(
      answer(
        {},
        { ambientTemperature: none, feelLike: none, wgbt: none, precipitation: none, windSpeed: none },
      ),
      [policy('WBGT', 80)],
      calm,
    );
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

it('an arrow turns to a new direction by the shorter way', () => {
  expect([turnTo(350, 10), turnTo(10, 350), turnTo(370, 20), turnTo(-10, 90), turnTo(0, 0)]).toEqual([
    370, -10, 380, 90, 0,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: 0, max: 359 }), (from, to) => {
      const turned = turnTo(from, to);
      expect(Math.abs(turned - from)).toBeLessThanOrEqual(180);
      expect((((turned - to) % 360) + 360) % 360).toBe(0);
    }),
  );
});

describe('policies', () => {
  const watching = [
    policy('WBGT', 87),
    policy('HEAT', 103),
    policy('PRECIP', 2),
    policy('WIND', 40),
    policy('GUST', 30),
  ];
  const rows = (region: HTMLElement) =>
    [...region.querySelectorAll('dl > div')].map((row) => row.textContent);

  it('are said of the tiles they watch, in words and with an icon; one that is broken marks the card', () => {
    const region = show(answer({}, { feelLike: f(102.4) }), { policies: watching });
    expect(rows(region)).toEqual([
      expect.stringContaining('91°F'),
      expect.stringContaining('0.13inwithin policy'),
      expect.stringContaining('102°Fnear 103 °F'),
      expect.stringContaining('88.4°Fover 87.0 °F'),
      expect.stringContaining('14mphwithin policy'),
    ]);
    expect(region.querySelectorAll('dd[data-state] svg')).toHaveLength(4);
    expect(region.dataset.severe).toBe('true');
  });

  it.each<[string, Partial<LocationObservation['data']>, WatchedLimit[], string]>([
    [
      'a gust',
      { windGust: { value: 46, unit: 'mph' } },
      [policy('WIND', 40), policy('GUST', 45)],
      'gusts over 45 mph',
    ],
    ['a value at its threshold', { wgbt: f(87) }, [policy('WBGT', 87)], 'at 87.0 °F'],
    ['chill', { ambientTemperature: f(20), feelLike: f(-3) }, [policy('CHILL', 0)], 'under 0 °F'],
    ['the most restrictive', { wgbt: f(84) }, [policy('WBGT', 88), policy('WBGT', 82)], 'over 82.0 °F'],
  ])('%s', (_, data, policies, words) => {
    expect(show(answer({}, data), { policies }).textContent).toContain(words);
  });

  it('say nothing of values that are not of now, and the card is not marked for them', () => {
    const region = show(answer({ stale: true }), { policies: watching });
    expect(region.querySelector('dd[data-state]')).toBeNull();
    expect(region.dataset.severe).toBeUndefined();
  });

  it('that are not known are said to be, and nothing is within them', () => {
    const region = show(answer(), { policies: null });
    expect(region.textContent).toContain('What the policies say of these values is not known just now.');
    expect(region.textContent).not.toContain('within policy');
  });

  it('are not spoken of where there are none', () => {
    expect(show(answer()).textContent).not.toContain('polic');
  });
});

describe('stations', () => {
  const station = (part: Partial<WeatherStation>): WeatherStation => ({
    id: 'a',
    name: 'Roof',
    type: 1,
    model: '',
    organizationLocationId: 'o',
    latitude: 28,
    longitude: -82,
    imageUrl: null,
    imageLastModified: null,
    lastSeenUtc: null,
    observationTime: null,
    isHealthy: true,
    fault: null,
    flagged: [],
    windHeightMeters: 10,
    rainFactor: 1,
    webRelayType: 3,
    ...part,
  });

  it('say what quality checks kept out', () => {
    const flagged = [
      { measure: 'ambientTemperature', value: 212, unit: '°F', reason: 'range' as const },
      { measure: 'windSpeed', value: 99.44, unit: 'mph', reason: 'step' as const },
    ];
    const region = show(answer({ weatherStation: own, flagged }, { ambientTemperature: f(null) }));
    expect(region.textContent).toContain(
      'Kept out by quality checks: temperature 212 °F (out of range), wind speed 99.4 mph (jumped too far).',
    );
  });

  it('that are out of order are named, also when another one stands in', () => {
    const stations = [
      station({ fault: 'The station has not been heard for more than 15 minutes.', isHealthy: false }),
      station({ id: 'b', name: 'Gate' }),
    ];
    const region = show(answer(), { stations });
    expect(region.textContent).toContain('Roof: The station has not been heard for more than 15 minutes.');
    expect(region.textContent).not.toContain('Gate');
  });
});

describe('the card', () => {
  it('says where its estimate comes from, and what radar correction means, to whoever asks', async () => {
    const region = show(
      answer({ calibratedData: { rainToday: { value: 0, unit: 'in' }, rainUpdatedTime: ago(22) } }),
    );
    await userEvent.hover(within(region).getByRole('button', { name: 'Approx.' }));
    expect(
      await screen.findByText(
        /Estimated from the nearest government station \(Tampa International, 6.2 mi away\)/,
      ),
    ).toBeTruthy();
    await userEvent.hover(within(region).getByRole('button', { name: 'About precipitation' }));
    expect(
      await screen.findByText('Radar-Correction Precipitation is enabled and rainfall totals update hourly.'),
    ).toBeTruthy();
  });

  it('shows no link to the history while it loads or after it failed', () => {
    const region = show(answer({ weatherStation: own }), { loading: true });
    expect(within(region).queryByRole('link')).toBeNull();
    cleanup();
    expect(within(show(answer({ weatherStation: own }), { failed: true })).queryByRole('link')).toBeNull();
  });

  it('that cannot be drawn says so and leaves the rest of the page alone', () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = { ...answer(), data: undefined } as unknown as LocationObservation;
    render(
      <MantineProvider>
        <GuardedCard title="Current Conditions" fallback={conditionsCrashText} resetKey="a">
          {card(broken)}
        </GuardedCard>
      </MantineProvider>,
    );
    expect(screen.getByRole('alert').textContent).toBe(
      'Your current conditions timeline is feeling under the weather. Try again shortly.',
    );
    quiet.mockRestore();
  });

  it('marks WBGT as approximate without a station of its own, and shows no history of it', () => {
    const card = show(answer());
    expect(within(card).getByRole('button', { name: 'Approx.' })).toBeTruthy();
    expect(within(card).queryByRole('link', { name: 'Historical' })).toBeNull();
    expect(card.textContent).toContain('Conditions updated 12 minutes ago');
    expect(card.textContent).not.toContain('Precipitation updated');
  });

  it('links to the history of an own station', () => {
    const card = show(
      answer({
        weatherStation: own,
        calibratedData: { rainToday: { value: 0, unit: 'in' }, rainUpdatedTime: ago(22) },
      }),
    );
    expect(within(card).getByRole('link', { name: 'Historical' }).getAttribute('href')).toBe(
      '/Historical/S%201/https%3A%2F%2Fx.example%2Fa%20b.jpg',
    );
    expect(within(card).queryByRole('button', { name: 'Approx.' })).toBeNull();
    expect(card.textContent).toContain('Precipitation updated 22 minutes ago');
    expect(historicalPath(answer({ weatherStation: own, canViewHistorical: false }))).toBeNull();
  });

  it.each([
    ['the server says so', answer({ stale: true }, { observationTime: ago(180) }), nowMs],
    ['it was not refreshed', answer(), nowMs + 11 * 60_000],
  ])('is hatched and gives its age when %s', (_, given, atMs) => {
    const card = show(given, { failed: true, nowMs: atMs });
    expect(card.classList.contains('hatched')).toBe(true);
    expect(card.textContent).toContain('Not current.');
  });

  it('says when there is nothing', () => {
    const card = show(undefined, { failed: true });
    expect(card.textContent).toContain('Unable to load current conditions');
    expect(card.textContent).toContain('No data is available for this location.');
    expect(card.classList.contains('hatched')).toBe(true);
  });
});
