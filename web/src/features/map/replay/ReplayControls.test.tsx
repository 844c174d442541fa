import type { Location } from '@allclear/contract';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { clock } from '../../../clock/clock.ts';
import { exampleReplay, toMs } from './example-replay.ts';
import { ReplayControls } from './ReplayControls.tsx';
import type { ReplaySpot } from './replay-state.ts';
import { useStormReplay } from './use-storm-replay.ts';

let api: StandInApi;
beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  clock.set(new Date(toMs).toISOString(), 1);
});
beforeEach(async () => {
  api = await openStandInApi({ 'GET map/Replay': { data: exampleReplay } });
  // Nothing moves by itself: the tests set the replay's state.
  window.matchMedia = (media) =>
    ({
      media,
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList;
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const spot: ReplaySpot = {
  latitude: 28,
  longitude: -82,
  miles: 100,
  name: 'the last 30 minutes of storm cell TBW A1',
};

function Stage({ selected = null }: { selected?: Location['id'] | null }) {
  const replay = useStormReplay({
    view: null,
    inUs: true,
    timeZone: 'America/Chicago',
    selectedId: selected,
    onBegin: () => undefined,
  });
  return (
    <>
      <button type="button" onClick={() => replay.begin(spot)}>
        Begin
      </button>
      <ReplayControls replay={replay} handle={null} timeZone="America/Chicago" />
    </>
  );
}
const begin = async () => {
  render(api.wrap(<Stage />));
  await userEvent.click(screen.getByRole('button', { name: 'Begin' }));
};
const slider = () => screen.findByRole('slider', { name: 'Time of the replay' });
const stadium = () => screen.getByRole('article', { name: 'Stadium' });

it('says all the time that it is not now, and how each zone was at the instant that is shown', async () => {
  await begin();
  expect(screen.getByText('Replay — not now')).toBeTruthy();
  expect(await screen.findByText('2:30:00 PM CDT')).toBeTruthy();
  expect(
    within(stadium())
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['0-10 miWas clear', '10-20 miWas in delay']);
  expect(screen.queryByText(/^(All )?Clear/)).toBeNull();

  (await slider()).focus();
  await userEvent.keyboard('{End}');
  expect(await screen.findByText('3:00:00 PM CDT')).toBeTruthy();
  const rows = within(stadium()).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    '0-10 miWas not known since 2:54 PM CDT',
    '10-20 miWas not known since 2:54 PM CDT',
  ]);
  expect(rows.every(({ className }) => className.includes('hatched'))).toBe(true);
  expect(screen.getByText('Lightning was not known at this time: strikes may be missing.')).toBeTruthy();
  expect(screen.getByText('Changed during these minutes: its zones may have been others.')).toBeTruthy();
  expect(screen.getByText('2 more locations are farther away and not listed.')).toBeTruthy();
  expect(screen.getByText('Replay — not now')).toBeTruthy();
});

it('is played by the space bar, goes by the arrows, and Escape leaves it', async () => {
  await begin();
  const play = await screen.findByRole('button', { name: 'Play the replay' });
  // The keyboard focus starts at the replay's controls.
  await waitFor(() => expect(document.activeElement).toBe(play));
  play.blur();
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByText('2:31:30 PM CDT')).toBeTruthy();
  await userEvent.keyboard(' ');
  expect(await screen.findByRole('button', { name: 'Pause the replay' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Replay — not now')).toBeNull());
});

it('draws the circles of the location that is chosen', async () => {
  await begin();
  const first = await screen.findByRole('button', { name: /^Stadium/ });
  expect(first.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: /^Young field/ }));
  expect(first.getAttribute('aria-pressed')).toBe('false');
});

it('says so when the replay cannot be had, and is asked for again', async () => {
  api.answers['GET map/Replay'] = {
    status: 500,
    responseException: { code: 'internal', message: 'Something went wrong.' },
  };
  await begin();
  expect((await screen.findByRole('alert')).textContent).toBe('The replay could not be loaded.');
  expect(screen.queryByRole('region', { name: 'Your locations then' })).toBeNull();
  api.answers['GET map/Replay'] = { data: exampleReplay };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('2:30:00 PM CDT')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Back to now' }));
  expect(screen.queryByRole('region', { name: 'Replay bar' })).toBeNull();
});

it('is asked for anew each time, and says that none of the locations is near', async () => {
  api.answers['GET map/Replay'] = { data: { ...exampleReplay, locations: [], locationsLeftOut: 0 } };
  await begin();
  expect(await screen.findByText('None of your locations is within 100 mi of here.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Back to now' }));
  await userEvent.click(screen.getByRole('button', { name: 'Begin' }));
  await waitFor(() => expect(api.requests.filter(({ path }) => path === 'map/Replay')).toHaveLength(2));
  expect(await screen.findByText('2:30:00 PM CDT')).toBeTruthy();
});
