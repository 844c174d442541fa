import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChoiceAction,
  type Choices,
  choicesFrom,
  choose,
  initialSettings,
  isInUs,
  layerNames,
  settingsFrom,
  stylesFor,
} from './map-settings.ts';

const initial = choicesFrom(initialSettings);
const names = layerNames.map(([name]) => name);
const after = (...actions: ChoiceAction[]) => actions.reduce(choose, initial);

describe('the choices of the map', () => {
  it.each<[string, ChoiceAction[], Partial<Choices>]>([
    [
      'at first',
      [],
      {
        base: 'light',
        overlays: ['radar', 'lightning'],
        radarStyle: 'past',
        opacity: 1,
        speed: 'normal',
        menu: null,
        action: null,
      },
    ],
    [
      'roads take radar’s place',
      [{ type: 'layer', layer: 'road-conditions', on: true }],
      { overlays: ['lightning', 'road-conditions'], radarStyle: 'future-road-conditions' },
    ],
    [
      'radar takes the roads’ place',
      [
        { type: 'layer', layer: 'road-conditions', on: true },
        { type: 'layer', layer: 'radar', on: true },
      ],
      { overlays: ['lightning', 'radar'], radarStyle: 'past' },
    ],
    [
      'another layer joins',
      [{ type: 'layer', layer: 'nws-alerts', on: true }],
      { overlays: ['radar', 'lightning', 'nws-alerts'], radarStyle: 'past' },
    ],
    [
      'one menu at a time',
      [
        { type: 'menu', menu: 'layer' },
        { type: 'menu', menu: 'base' },
      ],
      { menu: 'base' },
    ],
    [
      'the open menu closes',
      [
        { type: 'menu', menu: 'layer' },
        { type: 'menu', menu: 'layer' },
      ],
      { menu: null },
    ],
    [
      'a tool is put away',
      [
        { type: 'action', action: 'measure' },
        { type: 'action', action: 'measure' },
      ],
      { action: null },
    ],
    [
      'one tool at a time',
      [
        { type: 'action', action: 'measure' },
        { type: 'action', action: 'observation' },
      ],
      { action: 'observation' },
    ],
  ])('%s', (_name, actions, expected) => {
    expect(after(...actions)).toMatchObject(expected);
  });

  it('never shows radar and roads together, and no layer twice', () => {
    const action = fc.record({
      type: fc.constant('layer' as const),
      layer: fc.constantFrom(...names),
      on: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        const { overlays, radarStyle } = after(...actions);
        expect(overlays.includes('radar') && overlays.includes('road-conditions')).toBe(false);
        expect(new Set(overlays).size).toBe(overlays.length);
        if (overlays.includes('road-conditions')) expect(radarStyle).toBe('future-road-conditions');
      }),
    );
  });

  it('what is kept comes back', () => {
    const choices = after(
      { type: 'base', base: 'dark' },
      { type: 'opacity', opacity: 0.4 },
      { type: 'layer', layer: 'road-conditions', on: true },
    );
    const view = { latitude: 28, longitude: -82, zoom: 8 };
    expect(choicesFrom(settingsFrom(choices, view))).toEqual(choices);
  });

  it('a type that does not go with the layers falls back', () => {
    expect(choicesFrom({ ...initialSettings, radarStyle: 'future-road-conditions' }).radarStyle).toBe('past');
  });

  it('beyond the United States there is only the past', () => {
    expect(stylesFor(['radar'], true)).toEqual(['past', 'future', 'extended']);
    expect(stylesFor(['radar'], false)).toEqual(['past']);
    expect(isInUs({ latitude: 28, longitude: -82 })).toBe(true);
    expect(isInUs({ latitude: 18.4, longitude: -66 })).toBe(false);
  });
});

it('the United States reach from 24.5 to 49 and from -126 to -67', () => {
  const inside = [24.5, 49].flatMap((latitude) => [-126, -67].map((longitude) => ({ latitude, longitude })));
  expect(inside.map(isInUs)).toEqual([true, true, true, true]);
  const outside = [
    { latitude: 24.49, longitude: -90 },
    { latitude: 49.01, longitude: -90 },
    { latitude: 40, longitude: -126.01 },
    { latitude: 40, longitude: -66.99 },
  ];
  expect(outside.map(isInUs)).toEqual([false, false, false, false]);
});
