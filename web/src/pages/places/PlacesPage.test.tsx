import type { Location, Organization, Status } from '@allclear/contract';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import {
  affectedZone,
  exampleAnswer,
  exampleZone,
  isoAgo,
  observingZone,
} from '../../features/lightning/example.ts';
import PlacesPage from './PlacesPage.tsx';

const refusal = (message: string) => ({ status: 500, responseException: { code: 'internal', message } });
const status = {
  now: isoAgo(0),
  speed: 1,
  lightningLimitSeconds: 180,
  weather: 'simulated',
  feeds: [],
} as unknown as Status;
const user = { id: 'u1', permissions: ['sites:read'] };
const labels = ['Field 10', 'Field 2', 'École', 'Pool'];
const placeOf = (label: string, i: number) =>
  ({
    id: `l${i}`,
    label,
    timeZone: 'America/Chicago',
    organizationLocationId: i === 0 ? 'o1' : null,
    latitude: 32,
    longitude: -97,
  }) as unknown as Location;
const quiet = [exampleZone(1), exampleZone(2)];
const zonesOf = [
  quiet,
  [affectedZone(1, 1200), exampleZone(2)],
  [observingZone(1, 600), exampleZone(2)],
  quiet,
];
const answers = (names: readonly string[] = labels): StandInApi['answers'] => ({
  'GET location': { data: names.map(placeOf) },
  'GET location/Delay': {
    data: names.map((_, i) => ({
      locationId: `l${i}`,
      delay: exampleAnswer({ zones: zonesOf[i % zonesOf.length]! }),
      responseException: null,
    })),
  },
  'GET observations/Violations': { data: [] },
  'GET observations/ForLocations': {
    data: names.map((_, i) => ({
      locationId: `l${i}`,
      now: isoAgo(0),
      conditions:
        i === 3
          ? null
          : {
              ambientTemperature: { value: 88.2, unit: '°F' },
              wgbt: { value: 84.2, unit: '°F' },
              windSpeed: { value: 12, unit: 'mph' },
              windGust: { value: null, unit: 'mph' },
              windDirection: 'NE',
              observationTime: isoAgo(7200),
              stationName: 'Airport',
              stationType: 0,
              stale: i === 2,
            },
    })),
  },
  'GET site': { data: [{ id: 'g1', name: 'Coaches', organizationLocations: ['o1'] }] },
});

let api: StandInApi;
beforeEach(async () => {
  localStorage.clear();
  api = await openStandInApi(answers());
  clock.set(isoAgo(0));
});
afterEach(async () => {
  cleanup();
  await api.close();
});
const show = (permissions: readonly string[] = user.permissions) =>
  render(
    api.wrap(
      <PlacesPage
        status={status}
        user={user as never}
        permissions={permissions}
        organization={undefined as Organization | undefined}
      />,
    ),
  );
const names = () =>
  screen
    .getAllByRole('listitem')
    .map((row) => labels.find((label) => within(row).getByRole('link').textContent?.includes(label)));

it('shows every place with its state in a word, the worst first, and its title counts the worst', async () => {
  show();
  expect(await screen.findByText('Stay inside')).toBeTruthy();
  expect(await screen.findByText('No station reports')).toBeTruthy();
  expect(names()).toEqual(['Field 2', 'École', 'Field 10', 'Pool']);
  const [worst, observing, quietRow, bare] = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(worst).toMatch(
    /Stay inside.*Field 2.*(19|20):\d\d.*until .* at least.*Last strike 4\.2 mi NE, 3 min ago/,
  );
  expect(worst).toMatch(/Temperature 88 °F.*Wind 12 mph NE.*WBGT est\. 84\.2 °F/);
  expect(observing).toMatch(/Observing.*Conditions not current, reported 2 h ago/);
  expect(observing).not.toContain('88 °F');
  expect(quietRow).toContain('Clear');
  expect(bare).toContain('No station reports');
  expect(document.title).toBe('SIMULATED · Places: 1 stay inside · Allclear');
  expect(screen.getByRole('link', { name: /Field 2/ }).getAttribute('href')).toBe('/?location=l1');
});

it('is ordered by name, searched without accents, and filtered by state and group', async () => {
  show();
  await screen.findByText('Stay inside');
  await userEvent.selectOptions(screen.getByLabelText('Order'), 'By name');
  expect(names()).toEqual(['École', 'Field 2', 'Field 10', 'Pool']);
  await userEvent.keyboard('/');
  await userEvent.keyboard('ECOLE');
  expect(names()).toEqual(['École']);
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.click(screen.getByRole('button', { name: '2 clear' }));
  expect(names()).toEqual(['Field 10', 'Pool']);
  expect(screen.getByText('2 of 4 places. By name.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'Coaches');
  expect(names()).toEqual(['Field 10']);
});

it('has a board of tiles, in which the arrow keys move in both directions', async () => {
  show();
  await screen.findByText('Stay inside');
  await userEvent.click(screen.getByRole('radio', { name: 'Board' }));
  expect(names()).toEqual(['Field 2', 'École', 'Field 10', 'Pool']);
  const [worst] = screen.getAllByRole('listitem').map((tile) => tile.textContent);
  expect(worst).toMatch(/Stay inside.*(19|20):\d\d.*Field 2/);
  screen.getByRole('link', { name: /Field 2/ }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toContain('École');
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement?.textContent).toContain('Field 2');
});

it('has no groups for a user who may not see them, and asks for none', async () => {
  show([]);
  await screen.findByText('Stay inside');
  expect(screen.queryByLabelText('Group')).toBeNull();
  expect(api.requests.some(({ path }) => path === 'site')).toBe(false);
});

it('arrows move between places, P pins, and a pinned place stays first and says so', async () => {
  show();
  await screen.findByText('Stay inside');
  screen.getByRole('link', { name: /Field 2/ }).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Pool');
  await userEvent.keyboard('p');
  expect(names()[0]).toBe('Pool');
  expect(document.activeElement?.textContent).toContain('Pool');
  expect(screen.getByText('4 places. Pinned first, then worst first.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pin Pool' }).getAttribute('aria-pressed')).toBe('true');
  cleanup();
  show();
  await screen.findByText('Stay inside');
  expect(names()[0]).toBe('Pool');
});

it('says no calm word once lightning is not known, and covers every row', async () => {
  show();
  await screen.findByText('Stay inside');
  api.answers['GET location/Delay'] = {
    data: labels.map((_, i) => ({
      locationId: `l${i}`,
      delay: null,
      responseException: { code: 'lightning-unobserved', message: 'Unobserved.' },
    })),
  };
  cleanup();
  show();
  expect(await screen.findAllByText('Unknown')).toHaveLength(4);
  expect(screen.getByRole('list').textContent).not.toMatch(/clear/i);
  expect(document.title).toBe('SIMULATED · Places: 4 unknown · Allclear');
});

it('draws only the rows in the window of a thousand', async () => {
  const thousand = Array.from({ length: 1_000 }, (_, i) => `Field ${i}`);
  api.answers = answers(thousand);
  show();
  expect((await screen.findAllByText('Stay inside')).length).toBeGreaterThan(5);
  const rows = screen.getAllByRole('listitem');
  expect(rows.length).toBeLessThan(60);
  expect(rows[0]!.getAttribute('aria-setsize')).toBe('1000');
  expect(screen.getByText('1,000 places. Worst first.')).toBeTruthy();
  screen.getAllByRole('link')[0]!.focus();
  await userEvent.keyboard('{End}');
  expect(document.activeElement?.closest('li')?.getAttribute('aria-posinset')).toBe('1000');
});

it('says that the list could not be had, and what it is for when it is empty', async () => {
  api.answers['GET location'] = refusal('The list is being repaired.');
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('The list is being repaired.');
  api.answers['GET location'] = { data: [] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Add the first one on the dashboard' })).toBeTruthy();
});
