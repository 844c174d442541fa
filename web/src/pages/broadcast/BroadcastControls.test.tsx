import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useReducer } from 'react';
import { afterEach, expect, it } from 'vitest';
import { speedMs } from '../../features/map/radar/playback.ts';
import { choicesFrom, choose, initialSettings } from '../../features/map/settings/map-settings.ts';
import { BroadcastControls } from './BroadcastControls.tsx';

afterEach(cleanup);

function Controls({ names }: { names: Record<string, string> }) {
  const [choices, change] = useReducer(choose, initialSettings, choicesFrom);
  return (
    <MantineProvider>
      <BroadcastControls choices={choices} choose={change} baseNames={names} />
      <output>{`${choices.base} ${choices.speed} ${[...choices.overlays].sort()}`}</output>
    </MantineProvider>
  );
}
const all = { light: 'Light', dark: 'Dark', satellite: 'Satellite', street: 'Street' };
const chosen = () => screen.getByRole('status').textContent;
const optionsOf = (name: string) =>
  [...screen.getByRole('combobox', { name }).querySelectorAll('option')].map(
    ({ textContent }) => textContent,
  );
const open = () => userEvent.click(screen.getByRole('button', { name: 'Radar Controls' }));

it('chooses map, overlays and speed in the panel Radar Controls, which folds away', async () => {
  render(<Controls names={all} />);
  expect(screen.queryByRole('combobox')).toBeNull();
  await open();
  expect(optionsOf('Map')).toEqual(['Satellite', 'Dark', 'Light']);
  expect(optionsOf('Playback Speed')).toEqual(['Slow', 'Normal', 'Fast', 'Very fast']);
  expect(Object.values(speedMs)).toEqual([1_000, 750, 500, 115]);
  expect(chosen()).toBe('light normal lightning,radar');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Map' }), 'Satellite');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Playback Speed' }), 'Very fast');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Radar' }));
  expect(chosen()).toBe('satellite very-fast lightning');
  await open();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('offers only the maps that the installation has', async () => {
  render(<Controls names={{ light: 'Light', dark: 'Dark' }} />);
  await open();
  expect(optionsOf('Map')).toEqual(['Dark', 'Light']);
});
