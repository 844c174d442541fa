import type { Location } from '@allclear/contract';
import { expect, it } from 'vitest';
import { chosenPlaces, readWallChoice, wallOfKiosk, withMap } from './wall-address.ts';

const locations = [
  { id: 'a', organizationLocationId: 'o1' },
  { id: 'b', organizationLocationId: null },
] as Location[];
const groups = [{ id: 'g', organizationLocations: ['o1'] }];
const idsOf = (search: string, known: typeof groups | undefined = groups, maySee = true) => {
  const { places, ...rest } = chosenPlaces(readWallChoice(search), locations, known, maySee);
  return { ids: places.map(({ id }) => id), ...rest };
};

it('shows all places, those of the address, or those of a group, and says what is gone', () => {
  expect(idsOf('')).toEqual({ ids: ['a', 'b'], gone: 0, isGroupGone: false });
  expect(idsOf('?places=b,b,,c')).toEqual({ ids: ['b'], gone: 1, isGroupGone: false });
  expect(idsOf('?places=x')).toEqual({ ids: [], gone: 1, isGroupGone: false });
  expect(idsOf('?group=g')).toEqual({ ids: ['a'], gone: 0, isGroupGone: false });
  expect(idsOf('?group=h')).toEqual({ ids: [], gone: 0, isGroupGone: true });
  expect(chosenPlaces(readWallChoice('?group=g'), locations, undefined, true).isGroupGone).toBe(false);
  expect(chosenPlaces(readWallChoice('?group=g'), locations, undefined, false).isGroupGone).toBe(true);
});

it('reads a thousand places', () => {
  const ids = Array.from({ length: 1_000 }, (_, i) => `id-${i}`);
  expect(readWallChoice(`?places=${ids.join(',')}`).placeIds).toEqual(ids);
});

it('keeps the rest of the address when the map comes and goes', () => {
  expect(withMap('?places=a', true)).toBe('?places=a&map=1');
  expect(readWallChoice('?places=a&map=1').hasMap).toBe(true);
  expect(withMap('?map=1', false)).toBe('');
});

it.each([
  ['', null],
  ['?location=a', null],
  ['?kiosk', '/wall'],
  ['?location=a&kiosk', '/wall?places=a'],
  ['?kiosk=1&group=g', '/wall?group=g'],
])('%s leads to the wall %s', (search, wall) => {
  expect(wallOfKiosk(search)).toBe(wall);
});
