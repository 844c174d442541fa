import type { Location, WeatherStation } from '@allclear/contract';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { LocationStrip } from './LocationStrip.tsx';
import type { LocationThreats, Threat } from './threat.ts';

const nowMs = Date.parse('2026-06-06T20:46:00Z');
const minutesAgo = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString();
const locations = Array.from(
  { length: 50 },
  (_, i) => ({ id: `l${i}`, label: `Place ${i}`, organizationLocationId: `o${i}` }) as Location,
);
const stationAt = (i: number, imageLastModified: string | null = minutesAgo(2)) =>
  ({
    id: `s${i}`,
    name: `Station ${i}`,
    organizationLocationId: `o${i}`,
    imageLastModified,
  }) as WeatherStation;

/** The browser's observer, controlled by the test: happy-dom has no layout. */
let observed: { target: Element; report: (isIntersecting: boolean) => void }[] = [];
class HandObserver {
  readonly #report: IntersectionObserverCallback;
  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }
  observe(target: Element): void {
    const report = (isIntersecting: boolean) =>
      this.#report([{ target, isIntersecting } as IntersectionObserverEntry], this as never);
    observed.push({ target, report });
  }
  disconnect(): void {
    observed = [];
  }
}
const see = (label: string, isSeen = true) =>
  act(() => observed.find(({ target }) => target.textContent?.startsWith(label))!.report(isSeen));

let api: StandInApi;
beforeEach(async () => {
  vi.stubGlobal('IntersectionObserver', HandObserver);
  api = await openStandInApi(
    Object.fromEntries(
      locations.map((_, i) => [
        `GET WeatherStation/Image/s${i}`,
        { file: `picture ${i}`, type: 'image/png' },
      ]),
    ),
  );
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await api.close();
});

interface Given {
  selectedId?: string;
  stations?: WeatherStation[];
  standings?: ReadonlyMap<string, LocationThreats>;
  atMs?: number;
  onSelect?: (id: string) => void;
}
const strip = ({
  selectedId = 'l0',
  stations = locations.map((_, i) => stationAt(i)),
  standings = new Map(),
  atMs = nowMs,
  onSelect = () => {},
}: Given) =>
  api.wrap(
    <LocationStrip {...{ locations, selectedId, standings, stations, speed: 1, onSelect }} nowMs={atMs} />,
  );
const cardOf = (label: string) => screen.getByRole('button', { name: new RegExp(`^${label}\\b`) });
const calm = (threats: Threat[] = [], part: Partial<LocationThreats> = {}): LocationThreats => ({
  threats,
  lightning: 'known',
  warnings: 'known',
  answer: 'clear',
  ...part,
});

it('leaves the selected location out, and asks only for the first pictures and those that come into view', async () => {
  render(strip({}));
  expect(screen.getAllByRole('listitem')).toHaveLength(49);
  expect(screen.queryByRole('button', { name: /^Place 0\b/ })).toBeNull();
  see('Place 8');
  see('Place 9');
  await waitFor(() => expect(cardOf('Place 8').querySelector('img')?.getAttribute('src')).toMatch(/^blob:/));
  await waitFor(() => expect(cardOf('Place 9').querySelector('img')).not.toBeNull());
  expect(cardOf('Place 7').querySelector('img')).toBeNull();
  await waitFor(() => expect(api.requests).toHaveLength(8));
  expect(new Set(api.requests.map(({ path }) => path))).toEqual(
    new Set([1, 2, 3, 4, 5, 6, 8, 9].map((i) => `WeatherStation/Image/s${i}`)),
  );
});

it('a newer picture takes the place of the last one while the card is seen', async () => {
  const { rerender } = render(strip({ stations: [stationAt(8)] }));
  see('Place 8');
  await waitFor(() => expect(cardOf('Place 8').querySelector('img')).not.toBeNull());
  see('Place 8', false);
  rerender(strip({ stations: [stationAt(8, minutesAgo(1))] }));
  expect(cardOf('Place 8').querySelector('img')).not.toBeNull();
  expect(api.requests).toHaveLength(1);
  see('Place 8');
  await waitFor(() => expect(api.requests).toHaveLength(2));
});

it('shows a camera that is off where there is no picture, or one that cannot be had or drawn', async () => {
  api.answers['GET WeatherStation/Image/s3'] = {
    status: 404,
    responseException: { code: 'not-found', message: 'The image' },
  };
  render(strip({ stations: [stationAt(2, null), stationAt(3), stationAt(4)] }));
  for (const label of ['Place 1', 'Place 2', 'Place 3', 'Place 4']) see(label);
  const off = (label: string) => cardOf(label).querySelector('svg.tabler-icon-camera-off');
  expect([off('Place 1'), off('Place 2')]).not.toContain(null);
  await waitFor(() => expect(off('Place 3')).not.toBeNull());
  await waitFor(() => expect(cardOf('Place 4').querySelector('img')).not.toBeNull());
  fireEvent.error(cardOf('Place 4').querySelector('img')!);
  expect(off('Place 4')).not.toBeNull();
});

it('says how old a picture is that is no longer current', async () => {
  render(strip({ stations: [stationAt(3, minutesAgo(100))] }));
  see('Place 3');
  await waitFor(() => expect(cardOf('Place 3').textContent).toContain('Picture 2 hours ago'));
});

it('a badge has room for three threats; the others are behind three dots', async () => {
  const threat = (code: string, threatType: number): Threat => ({
    code,
    threatType,
    label: `${code} Policy Warning`,
    tone: 'danger',
  });
  const threats = [
    threat('WBGT', 3),
    threat('HEAT', 4),
    threat('WIND', 7),
    threat('GUST', 8),
    threat('AQI', 9),
  ];
  const standings = new Map([
    ['l1', calm()],
    ['l2', calm(threats)],
    ['l3', calm([], { lightning: 'unknown' })],
  ]);
  const user = userEvent.setup();
  render(strip({ standings }));
  expect(cardOf('Place 1').textContent).toContain('No policy warnings');
  const badge = within(cardOf('Place 2'));
  expect(cardOf('Place 2').querySelectorAll('svg:not(.tabler-icon-camera-off)')).toHaveLength(3);
  await user.hover(badge.getByText('...'));
  expect(await screen.findByText('GUST Policy Warning, AQI Policy Warning')).toBeTruthy();
  expect(cardOf('Place 3').dataset.unknown).toBe('true');
  expect(within(cardOf('Place 3')).getByText('Unknown')).toBeTruthy();
});

it('cards fade in 200 ms apart; one that comes back later does not wait', async () => {
  vi.useFakeTimers();
  try {
    const { rerender } = render(strip({}));
    const delays = () => screen.getAllByRole('listitem').map((item) => item.style.animationDelay);
    expect(delays().slice(0, 3)).toEqual(['0ms', '200ms', '400ms']);
    expect(delays().at(-1)).toBe('2000ms');
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    rerender(strip({ selectedId: 'l5' }));
    expect(new Set(delays())).toEqual(new Set(['0ms']));
  } finally {
    vi.useRealTimers();
  }
});

it('a press selects', async () => {
  const onSelect = vi.fn();
  render(strip({ onSelect }));
  await userEvent.click(cardOf('Place 7'));
  expect(onSelect).toHaveBeenCalledWith('l7');
});

it('has the number of all places, and a link to them', () => {
  render(strip({}));
  expect(screen.getByRole('link', { name: 'All 50 places' }).getAttribute('href')).toBe('/places');
});
