import type { MapAlert } from '@allclear/contract';
import { describe, expect, it } from 'vitest';
import { alertShapes, countyOf, needsCounties, zonesToLoad } from './alert-shapes.ts';

const square = [
  [
    [-83, 27],
    [-82, 27],
    [-82, 28],
    [-83, 27],
  ],
];
const alert = (Identifier: string, Zones: string[], Geometry: MapAlert['Geometry'] = null): MapAlert => ({
  Identifier,
  Event: 'Heat Advisory',
  Headline: '',
  Description: '',
  Color: '#ff7f50',
  Severity: 'Moderate',
  Sent: '',
  Expires: '',
  Zones,
  Geometry,
});

it.each([
  ['TXC239', '48239'],
  ['FLZ151', null],
  ['GMZ850', null],
  ['fire/FLZ151', null],
  ['XXC001', null],
  ['FLC000', null],
])('the zone %s is the county %s', (zone, county) => {
  expect(countyOf(zone)).toBe(county);
});

describe('the areas of alerts', () => {
  const drawn = alert('drawn', ['FLC057'], { type: 'MultiPolygon', coordinates: [square] });
  const county = alert('county', ['FLC057']);
  const half = alert('half', ['FLC057', 'FLZ151']);
  const zone = alert('zone', ['FLZ151']);
  const fire = alert('fire', ['fire/FLZ151']);
  const nowhere = alert('nowhere', []);
  const all = [drawn, county, half, zone, fire, nowhere];
  const area = { type: 'Polygon' as const, coordinates: square };
  const counties = new Map([['12057', area]]);
  const areas = { counties, zones: new Map(), unavailable: new Set<string>() };
  const ids = (alerts: readonly MapAlert[]) => alerts.map(({ Identifier }) => Identifier);
  const said = (known: Parameters<typeof alertShapes>[1]) => {
    const { areas: drawn, pending, unavailable } = alertShapes(all, known);
    return {
      drawn: drawn.map(({ properties }) => properties.Identifier),
      pending: ids(pending),
      unavailable: ids(unavailable),
    };
  };

  it('are those that the service drew, else counties of ours, and the zones that have come', () => {
    expect(said(areas)).toEqual({
      drawn: ['drawn', 'county', 'half'],
      pending: ['half', 'zone', 'fire'],
      unavailable: ['nowhere'],
    });
    expect(said({ ...areas, zones: new Map([['FLZ151', area]]) })).toEqual({
      drawn: ['drawn', 'county', 'half', 'half', 'zone'],
      pending: ['fire'],
      unavailable: ['nowhere'],
    });
  });

  it('of which a part is not to be had are drawn as far as they are known, and told apart from those that are on their way', () => {
    expect(said({ ...areas, unavailable: new Set(['FLZ151']) })).toEqual({
      drawn: ['drawn', 'county', 'half'],
      pending: ['fire'],
      unavailable: ['half', 'zone', 'nowhere'],
    });
  });

  it('without our counties: the server has them too', () => {
    expect(said({ ...areas, counties: null }).pending).toEqual(['county', 'half', 'zone', 'fire']);
    expect(said({ ...areas, counties: new Map(), zones: new Map([['FLC057', area]]) }).drawn).toEqual([
      'drawn',
      'county',
      'half',
    ]);
  });

  it('are asked for once each, of our counties none', () => {
    expect([needsCounties([drawn, zone]), needsCounties(all)]).toEqual([false, true]);
    expect(zonesToLoad(all, counties)).toEqual(['FLZ151', 'fire/FLZ151']);
    expect(zonesToLoad(all, null)).toEqual(['FLZ151', 'fire/FLZ151']);
    expect(zonesToLoad(all, new Map())).toEqual(['FLC057', 'FLZ151', 'fire/FLZ151']);
    expect(zonesToLoad([drawn], counties)).toEqual([]);
  });

  it('have names of their own, and the gravest lie on top, the newest of equally grave ones', () => {
    const sent = (Identifier: string, Severity: string, Sent: string) => ({
      ...alert(Identifier, ['FLC057']),
      Severity,
      Sent,
    });
    const { areas: drawn } = alertShapes(
      [
        sent('b', 'Severe', '2026-06-06T19:00:00Z'),
        sent('d', 'Minor', '2026-06-06T20:00:00Z'),
        sent('a', 'Severe', '2026-06-06T20:00:00Z'),
        sent('c', 'Moderate', '2027-06-06T20:00:00Z'),
        sent('e', 'Unknown', 'some day'),
      ],
      areas,
    );
    expect(drawn.toSorted((a, b) => b.properties.Rank - a.properties.Rank).map(({ id }) => id)).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((id) => `${id} FLC057`),
    );
    const ids = alertShapes([half], { ...areas, zones: new Map([['FLZ151', area]]) }).areas.map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['half FLC057', 'half FLZ151']);
  });
});
