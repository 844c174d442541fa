import type { BaseMapStyle } from '@allclear/contract';
import { describe, expect, it } from 'vitest';
import { liveMapStyle, lowSlots, slots } from '../map-paint.ts';
import { otherMapStyle } from './provider-style.ts';

const origin = 'https://allclear.example';
const at = '/api/map/base/street';
const images: BaseMapStyle = {
  version: 8,
  sources: { 'base-a': { type: 'raster', tiles: [`${at}/tiles/a/{z}/{x}/{y}`], attribution: '© Us' } },
  layers: [{ id: 'base-0', type: 'raster', source: 'base-a' }],
};
const streets: BaseMapStyle = {
  ...images,
  sources: { ...images.sources, 'base-b': { type: 'geojson', data: `${at}/data/b` } },
  glyphs: `${at}/glyphs/{fontstack}/{range}`,
  sprite: [{ id: 'default', url: `${at}/sprite/c` }],
  layers: [
    { id: 'base-0', type: 'background' },
    { id: 'base-1', type: 'symbol', source: 'base-b', layout: { 'icon-image': 'arrow' } },
    { id: 'base-2', type: 'line', source: 'base-b' },
    { id: 'base-3', type: 'symbol', source: 'base-b', layout: { 'text-field': ['get', 'name'] } },
  ],
};
const idsOf = (style: { layers: { id: string }[] }) => style.layers.map(({ id }) => id);

describe('every base map', () => {
  it.each([
    ['light', liveMapStyle('light', origin)],
    ['dark', liveMapStyle('dark', origin)],
    ['satellite', otherMapStyle(images, 'dark', origin)],
    ['street', otherMapStyle(streets, 'light', origin)],
  ])('%s has the places of our layers, in their order, above the ground', (_name, style) => {
    const ids = idsOf(style);
    expect(new Set(ids).size).toBe(ids.length);
    const order = ['land', lowSlots.radar, lowSlots.areas, ...slots].map((id) => ids.indexOf(id));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBeGreaterThanOrEqual(0);
    for (const layer of style.layers)
      if ('source' in layer) expect(style.sources).toHaveProperty([layer.source]);
  });
});

it('pictures lie over plain land and under radar, with our borders and names on top', () => {
  const ids = idsOf(otherMapStyle(images, 'dark', origin));
  const order = [
    'land',
    'base-0',
    lowSlots.radar,
    'counties',
    'states',
    'state-names',
    'place-names',
    slots[0],
  ].map((id) => ids.indexOf(id));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(ids).toContain('place-names');
});

it('of a map with names the names stay above radar and areas, all else lies below; ours are left out', () => {
  const ids = idsOf(otherMapStyle(streets, 'light', origin));
  const order = ['base-0', 'base-1', 'base-2', lowSlots.radar, lowSlots.areas, 'base-3', slots[0]].map((id) =>
    ids.indexOf(id),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(ids).not.toContain('place-names');
});

it('everything is asked for from our own origin, our letters from our own font', () => {
  const style = otherMapStyle(streets, 'light', origin);
  const addresses = JSON.stringify(style).match(/[a-z]+:\/\/[^"]*/g) ?? [];
  expect(addresses.length).toBeGreaterThan(5);
  for (const address of addresses) expect(new URL(address).origin).toBe(origin);
  expect(style.sources['base-a']).toMatchObject({
    tiles: [`${origin}${at}/tiles/a/{z}/{x}/{y}`],
    attribution: '© Us',
  });
  expect(style.sources['base-b']).toMatchObject({ data: `${origin}${at}/data/b` });
  expect(style.glyphs).toBe(`${origin}${at}/glyphs/{fontstack}/{range}`);
  expect(Object.keys(style['font-faces'] ?? {})).toEqual(['Inter Variable']);
});
