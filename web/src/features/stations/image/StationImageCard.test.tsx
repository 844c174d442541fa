import type { Location, WeatherStation } from '@allclear/contract';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { StationImageCard } from './StationImageCard.tsx';

const nowMs = Date.parse('2026-06-06T20:46:00Z');
const minutesAgo = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString();
const place = { id: 'l', label: 'Memorial Stadium', organizationLocationId: 'o' } as Location;
const imageFile = { file: 'a picture', type: 'image/png' };

const station = (part: Partial<WeatherStation> = {}): WeatherStation => ({
  id: 's',
  name: 'Stadium weather station',
  type: 1,
  model: '',
  organizationLocationId: 'o',
  latitude: 32,
  longitude: -96,
  imageUrl: '/api/WeatherStation/Image/s',
  imageLastModified: minutesAgo(3),
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

let api: StandInApi;
beforeEach(async () => {
  api = await openStandInApi();
});
afterEach(async () => {
  vi.restoreAllMocks();
  cleanup();
  await api.close();
});

function show(
  stations: WeatherStation[],
  { image = imageFile as StandInApi['answers'][string], location = place, onEdit = () => {} } = {},
) {
  api.answers = {
    'GET WeatherStation': { data: stations },
    'GET WeatherStation/Image/s': image,
    'GET Hardware/WeatherStation/Image/LastModified/s': () => ({
      data: { lastModified: stations[0]?.imageLastModified ?? null },
    }),
  };
  return render(api.wrap(<StationImageCard location={location} speed={1} nowMs={nowMs} onEdit={onEdit} />));
}
const region = () => screen.getByRole('region');

it('shows the picture with its age, large on demand, and leads to the form of the location', async () => {
  const user = userEvent.setup();
  const onEdit = vi.fn();
  show([station()], { onEdit });
  const image = await screen.findByRole('img', {
    name: 'What the camera of Stadium weather station saw 3 minutes ago',
  });
  expect(image.getAttribute('src')).toMatch(/^blob:/);
  expect(screen.getByRole('heading', { name: 'Stadium weather station' })).toBeTruthy();
  expect(region().textContent).toContain('Image updated 3 minutes ago');
  expect(region().textContent).not.toContain('Not current');

  await user.click(screen.getByRole('button', { name: 'Expand image' }));
  const viewer = await screen.findByRole('dialog', { name: 'Stadium weather station' });
  expect(within(viewer).getByText('Image updated 3 minutes ago')).toBeTruthy();
  await user.click(within(viewer).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Location settings of Memorial Stadium' }));
  expect(onEdit).toHaveBeenCalledOnce();
});

it('a station without a picture keeps a placeholder that says so', async () => {
  show([station({ imageUrl: null, imageLastModified: null })]);
  expect((await screen.findByRole('status')).textContent).toContain(
    'There is no picture from this station yet.',
  );
  expect(screen.queryByRole('button', { name: 'Expand image' })).toBeNull();
  expect(region().classList.contains('hatched')).toBe(false);
});

it('a place without a station has no card once that is known', async () => {
  show([]);
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(api.requests.some(({ path }) => path.includes('WeatherStation'))).toBe(true);
});

it('says when it is not known which stations there are', async () => {
  show([station()]);
  api.answers['GET WeatherStation'] = {
    status: 503,
    responseException: { code: 'unavailable', message: 'No' },
  };
  expect((await screen.findByRole('status')).textContent).toContain(
    'Weather stations are temporarily unavailable.',
  );
  expect(region().classList.contains('hatched')).toBe(true);
});

it.each([
  ['is not there', { status: 404, responseException: { code: 'not-found', message: 'The image' } }],
  ['is a page', { file: '<html>', type: 'text/html' }],
] as const)('a picture that %s is unavailable, and the viewer stays shut', async (_, image) => {
  show([station()], { image });
  await screen.findByText('The picture is temporarily unavailable. We keep trying.');
  expect(region().classList.contains('hatched')).toBe(true);
  expect(region().textContent).not.toContain('Image updated');
});

it('bytes that are no picture make room for the placeholder and leave the viewer empty; the next picture is shown again', async () => {
  const stations = [station()];
  const { rerender } = show(stations);
  const image = await screen.findByRole('img');
  await userEvent.click(screen.getByRole('button', { name: 'Expand image' }));
  const viewer = await screen.findByRole('dialog');
  expect(viewer.querySelector('img')).not.toBeNull();
  fireEvent.error(image);
  expect(region().textContent).toContain('The picture is temporarily unavailable.');
  expect(viewer.querySelector('img')).toBeNull();

  // Another location and back: the new image has a new address.
  rerender(
    api.wrap(
      <StationImageCard
        location={{ ...place, organizationLocationId: null }}
        speed={1}
        nowMs={nowMs}
        onEdit={() => {}}
      />,
    ),
  );
  expect(screen.queryByRole('region')).toBeNull();
  stations[0] = station({ imageLastModified: minutesAgo(1) });
  api.answers['GET WeatherStation'] = { data: stations };
  // A younger list would be used again.
  const later = Date.now() + 3_001;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  rerender(
    api.wrap(<StationImageCard key="again" location={place} speed={1} nowMs={nowMs} onEdit={() => {}} />),
  );
  await waitFor(() => expect(region().textContent).toContain('Image updated 1 minute ago'));
});

it('a picture of more than an hour ago is marked as not current', async () => {
  show([station({ imageLastModified: minutesAgo(95) })]);
  await screen.findByRole('img');
  expect(region().textContent).toContain('Not current. Taken 2 hours ago.');
  expect(region().classList.contains('hatched')).toBe(true);
});
