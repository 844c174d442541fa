import { type ActiveAlert, alertsCovering } from '@allclear/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexAlerts } from './alert-index.ts';

const zone = fc.constantFrom('FLZ151', 'FLZ152', 'FLC103', 'fire/FLZ151');
const corner = fc.tuple(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -90, max: 90 }));
const active = fc
  .record({
    zones: fc.array(zone, { maxLength: 3 }),
    polygons: fc.array(fc.array(corner, { minLength: 0, maxLength: 5 }), { maxLength: 2 }),
  })
  .map((shape) => ({ alert: shape }) as unknown as ActiveAlert);
const place = fc.record({
  latitude: fc.integer({ min: -90, max: 90 }),
  longitude: fc.integer({ min: -180, max: 180 }),
  zones: fc.array(zone, { maxLength: 3 }),
});

test('finds every alert that covers a place, in the same order', () => {
  fc.assert(
    fc.property(fc.array(active, { maxLength: 12 }), place, (alerts, here) => {
      const named = alerts.map((one, index) => ({ ...one, eventKey: String(index) }));
      expect(alertsCovering(indexAlerts(named).near(here), here)).toEqual(alertsCovering(named, here));
    }),
    { numRuns: 500 },
  );
});
