import type { Location, Organization, Status, Zone } from '@allclear/contract';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import { affectedZone, exampleAnswer, exampleZone, isoAgo } from '../../features/lightning/example.ts';
import WallPage from './WallPage.tsx';

/** At this speed lightning is asked for each second; the clock of the test runs at speed 1. */
const status = {
  now: isoAgo(0),
  speed: 60,
  lightningLimitSeconds: 180,
  weather: 'simulated',
  feeds: [],
} as unknown as Status;
const organization = { name: 'Our District' } as Organization;
const quiet = [exampleZone(1), exampleZone(2)];
const affected = [affectedZone(1, 1200), exampleZone(2)];

const delaysOf = (zonesOf: readonly Zone[][]) => ({
  data: zonesOf.map((zones, i) => ({
    locationId: `l${i}`,
    delay: exampleAnswer({ zones }),
    responseException: null,
  })),
});
const answers = (labels: readonly string[], zonesOf: readonly Zone[][]): StandInApi['answers'] => ({
  'GET location': {
    data: labels.map(
      (label, i) => ({ id: `l${i}`, label, timeZone: 'America/Chicago' }) as unknown as Location,
    ),
  },
  'GET location/Delay': delaysOf(zonesOf),
  'GET observations/Violations': {
    data: [{ locationId: 'l1', warnings: [], alertEvents: ['Tornado Warning'] }],
  },
  'GET observations/ForLocations': { data: [] },
});

let api: StandInApi;
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi(answers(['Field 10', 'Field 2', 'Pool'], [quiet, quiet, affected]));
  clock.set(isoAgo(0));
});
afterEach(async () => {
  cleanup();
  await api.close();
});
const show = () =>
  render(
    api.wrap(<WallPage status={status} user={undefined} permissions={[]} organization={organization} />),
  );
const tiles = () => within(screen.getByRole('list')).getAllByRole('listitem');

it('shows the worst place first, with its time, and the counts, the warnings and the age in the bars', async () => {
  show();
  expect(await screen.findByText(/1 stay inside · 2 clear/)).toBeTruthy();
  const [worst, ...others] = tiles().map(({ textContent }) => textContent);
  expect(worst).toMatch(/^Pool(19|20):\d\dStay insideuntil .* at least4\.2 mi NE, 3 min ago$/);
  expect(others).toEqual([expect.stringMatching(/^Field 2Clear/), expect.stringMatching(/^Field 10Clear/)]);
  expect(screen.getByText('NWS Tornado Warning: Field 2')).toBeTruthy();
  expect(screen.getByText(/observed through/)).toBeTruthy();
  expect(screen.getByRole('note', { name: 'Weather source' }).textContent).toBe(
    'Simulated weather · 60× speed',
  );
  expect(document.title).toBe('SIMULATED · Wall: 1 stay inside · Allclear');
  // What was in effect when the wall was opened takes no screen.
  expect(document.querySelector('[data-takeover]')).toBeNull();
});

it('names who decides and who watches at a place, and nobody where that is not read', async () => {
  api.answers['GET location'] = {
    data: ['Field 10', 'Field 2'].map(
      (label, i) =>
        ({
          id: `l${i}`,
          label,
          timeZone: 'America/Chicago',
          organizationLocationId: `o${i}`,
        }) as unknown as Location,
    ),
  };
  api.answers['GET Duty/Now'] = {
    data: [{ organizationLocationId: 'o1', watcher: null, decisionMaker: 'Alex Admin' }],
  };
  const wall = (permissions: readonly 'organization-locations:read'[]) =>
    render(
      api.wrap(
        <WallPage
          status={status}
          user={undefined}
          permissions={[...permissions]}
          organization={organization}
        />,
      ),
    );
  wall(['organization-locations:read']);
  expect(await screen.findByText('Decides: Alex Admin.')).toBeTruthy();
  expect(screen.getAllByText(/^(?:Decides|Watches):/)).toHaveLength(1);
  cleanup();
  wall([]);
  await screen.findByText('Field 10');
  expect(screen.queryByText(/^Decides:/)).toBeNull();
});

it('a place at which people have to act now takes the screen and is announced', async () => {
  show();
  await screen.findByText(/1 stay inside · 2 clear/);
  api.answers['GET location/Delay'] = delaysOf([affected, quiet, affected]);
  await waitFor(() => expect(document.querySelector('[data-takeover]')?.textContent).toContain('Field 10'));
  expect(screen.getByRole('alert').textContent).toBe('Field 10: Stay inside.');
  // It ends with what it announces.
  api.answers['GET location/Delay'] = delaysOf([quiet, quiet, affected]);
  await waitFor(() => expect(document.querySelector('[data-takeover]')).toBeNull());
});

it('once lightning is not known no tile is calm, and every tile is hatched', async () => {
  show();
  await screen.findByText(/1 stay inside · 2 clear/);
  api.answers['GET location/Delay'] = {
    data: [0, 1, 2].map((i) => ({
      locationId: `l${i}`,
      delay: null,
      responseException: { code: 'lightning-unobserved', message: 'Unobserved.' },
    })),
  };
  expect(await screen.findByText(/3 unknown/)).toBeTruthy();
  for (const tile of tiles()) {
    expect(tile.textContent).not.toMatch(/clear|\d\d:\d\d/i);
    expect(tile.firstElementChild?.className).toContain('hatched');
  }
  expect(screen.getByText('lightning not observed')).toBeTruthy();
});

it('more places than a page has room for are turned by a button, and a page can be held', async () => {
  const labels = Array.from({ length: 40 }, (_, i) => `Field ${i}`);
  api.answers = answers(
    labels,
    labels.map(() => quiet),
  );
  show();
  expect(await screen.findByText(/40 clear/)).toBeTruthy();
  const pages = () =>
    /page (\d+) of (\d+)$/.exec(screen.getByRole('list').getAttribute('aria-label') ?? '')?.slice(1);
  expect(pages()).toEqual(['1', '2']);
  expect(tiles()).toHaveLength(20);
  expect(tiles()[0]?.textContent).toContain('Field 0');
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(pages()).toEqual(['2', '2']);
  expect(tiles()[0]?.textContent).toContain('Field 20');
  const hold = screen.getByRole('button', { name: 'Hold page' });
  await userEvent.click(hold);
  expect(hold.getAttribute('aria-pressed')).toBe('true');
  // The first page comes back at once when a place is worse.
  api.answers['GET location/Delay'] = delaysOf(labels.map((_, i) => (i === 39 ? affected : quiet)));
  await waitFor(() => expect(pages()).toEqual(['1', '2']));
  expect(tiles()[0]?.textContent).toContain('Field 39');
});

it('says that the places could not be loaded, and that there are none', async () => {
  api.answers['GET location'] = {
    status: 500,
    responseException: { code: 'internal', message: 'The list is being repaired.' },
  };
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('The list is being repaired.');
  cleanup();
  await api.close();
  api = await openStandInApi(answers([], []));
  show();
  expect(await screen.findByText("You don't have any locations added")).toBeTruthy();
});

it('says what it is powered by where a display link shows it, and nobody is signed in', async () => {
  show();
  await screen.findByText(/1 stay inside/);
  expect(screen.queryByText(/Powered by/)).toBeNull();
  cleanup();
  await api.close();
  const display = { token: 'acd_token', subscribe: () => () => undefined, hasEnded: () => false };
  api = await openStandInApi(answers(['Pool'], [affected]), { ...display, end: () => undefined });
  show();
  await screen.findByText(/1 stay inside/);
  expect(screen.getByText(/Powered by/).textContent).toBe('Powered by Allclear');
});
