import type { MapAlert } from '@allclear/contract';
import { expect, it } from 'vitest';
import { alertShapes, countyOf, needsCounties } from './alert-shapes.ts';

const square = [
  [
    [-83, 27],
    [-82, 27],
    [-82, 28],
    [-83, 27],
  ],
];
const alert = (Identifier: string, Zones: string[], Geometry: MapAlert['Geometry'] = null): MapAlert => ({
  ...{
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
  },
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

it('draws what the service drew, else the counties, and says what it cannot draw', () => {
  const drawn = alert('drawn', ['FLC057'], { type: 'MultiPolygon', coordinates: [square] });
  const county = alert('county', ['FLC057']);
  const half = alert('half', ['FLC057', 'FLZ151']);
  const zone = alert('zone', ['FLZ151']);
  const counties = new Map([['12057', { type: 'Polygon' as const, coordinates: square }]]);
  const all = [drawn, county, half, zone];
  const { shapes, undrawn } = alertShapes(all, counties);
  expect(shapes.features.map(({ properties }) => properties!.Identifier)).toEqual(['half', 'county', 'drawn']);
  expect(undrawn).toEqual([half, zone]);
  expect(alertShapes(all, null).undrawn).toEqual([county, half, zone]);
  expect([needsCounties([drawn, zone]), needsCounties(all)]).toEqual([false, true]);
});
