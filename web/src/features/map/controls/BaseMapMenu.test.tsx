import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useReducer } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { useBaseMap } from '../base-map/use-base-map.ts';
import { paints } from '../map-paint.ts';
import { LayerNotes } from '../notes/LayerNotes.tsx';
import { type BaseMap, choicesFrom, choose, initialSettings } from '../settings/map-settings.ts';
import { LeftControls } from './ControlClusters.tsx';
import { SidePanel } from './SidePanel.tsx';

let api: StandInApi;
beforeEach(async () => {
  api = await openStandInApi();
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const style = { version: 8, sources: {}, layers: [{ id: 'base-0', type: 'background' }] };
const maps = (...names: string[]) => ({ data: { maps: names.map((name) => ({ name, attribution: null })) } });

/** The menu, the full-screen panel and the notes as Live Radar composes them, without a map. */
function Screen({ kept }: { kept: BaseMap }) {
  const [chosen, change] = useReducer(choose, {
    ...choicesFrom({ ...initialSettings, baseLayerStyle: kept }),
    menu: 'base' as const,
  });
  const baseMap = useBaseMap(chosen.base);
  const choices = { ...chosen, base: baseMap.base };
  return (
    <>
      <LeftControls
        choices={choices}
        choose={change}
        baseNames={baseMap.names}
        paint={paints[baseMap.tone]}
        roads={null}
      />
      <SidePanel
        {...{
          choices,
          choose: change,
          baseNames: baseMap.names,
          locations: [],
          selected: null,
          styles: ['past'],
          style: 'past',
        }}
        onFull={() => undefined}
        onAll={() => undefined}
        onSelect={() => undefined}
      />
      <LayerNotes notes={baseMap.note ? [baseMap.note] : []} />
      <output>{`${baseMap.tone}, ${baseMap.style ? 'from elsewhere' : 'our own'}`}</output>
    </>
  );
}
const show = (kept: BaseMap = 'light') => render(api.wrap(<Screen kept={kept} />));
const offered = () =>
  screen
    .getAllByRole('radio')
    .flatMap(
      (radio) =>
        /^(Light|Dark|Satellite|Street)$/.exec(
          (radio as HTMLInputElement).labels?.[0]?.textContent ?? '',
        )?.[0] ?? [],
    );
const drawn = (text: string) =>
  waitFor(() => expect(screen.getByRole('status', { name: '' }).textContent).toBe(text));

it('offers light and dark where nothing else is set', async () => {
  api.answers = { 'GET map/base': maps() };
  show();
  await waitFor(() => expect(api.requests).toHaveLength(1));
  expect(offered()).toEqual(['Light', 'Dark', 'Light', 'Dark']);
});

it('offers satellite and street in the menu and in full screen where they are set, and draws what is chosen', async () => {
  api.answers = { 'GET map/base': maps('satellite', 'street'), 'GET map/base/satellite': { data: style } };
  show();
  await waitFor(() =>
    expect(offered()).toEqual([...Array(2)].flatMap(() => ['Light', 'Dark', 'Satellite', 'Street'])),
  );
  await drawn('light, our own');
  await userEvent.click(screen.getAllByRole('radio', { name: 'Satellite' })[0]!);
  await drawn('dark, from elsewhere');
  expect(
    screen.getAllByRole<HTMLInputElement>('radio', { name: 'Satellite' }).every(({ checked }) => checked),
  ).toBe(true);
});

it('a map that was kept and is not set here any more is light', async () => {
  api.answers = { 'GET map/base': maps('street') };
  show('satellite');
  await drawn('light, our own');
  expect(screen.getAllByRole<HTMLInputElement>('radio', { name: 'Light' })[0]!.checked).toBe(true);
  expect(screen.queryByText(/satellite map/)).toBeNull();
});

it.each<[string, StandInApi['answers']]>([
  [
    'its provider fails',
    {
      'GET map/base': maps('satellite'),
      'GET map/base/satellite': {
        status: 503,
        responseException: { code: 'unavailable', message: 'Not now.' },
      },
    },
  ],
  [
    'nobody says which maps there are',
    { 'GET map/base': { status: 503, responseException: { code: 'unavailable', message: 'Not now.' } } },
  ],
])('%s: the plain map is drawn in the same tone, and it is said', async (_why, answers) => {
  api.answers = answers;
  show('satellite');
  expect(
    await screen.findByText(
      /^The satellite map is not available right now: the plain map is shown in its place/,
    ),
  ).toBeTruthy();
  await drawn('dark, our own');
});
