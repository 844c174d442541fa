import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLink, writeLink } from './map-link.ts';
import { layerNames } from './map-settings.ts';

describe('links to the map', () => {
  it.each([
    ['', { locationId: null, layers: null, timeMs: null }],
    [
      'location=a&layers=radar,lightning&time=2026-06-06T20:00:00Z',
      { locationId: 'a', layers: ['radar', 'lightning'], timeMs: Date.UTC(2026, 5, 6, 20) },
    ],
    ['layers=radar,unicorns,radar', { locationId: null, layers: ['radar'], timeMs: null }],
    ['layers=&time=soon', { locationId: null, layers: [], timeMs: null }],
  ])('%s', (search, link) => {
    expect(readLink(new URLSearchParams(search))).toEqual(link);
  });

  it('say again what they said', () => {
    const layers = fc.uniqueArray(fc.constantFrom(...layerNames.map(([name]) => name)));
    fc.assert(
      fc.property(fc.option(fc.uuid()), layers, (locationId, shown) => {
        const link = readLink(
          writeLink(new URLSearchParams('time=2026-06-06T20:00:00Z'), { locationId, layers: shown }),
        );
        expect(link).toEqual({ locationId, layers: shown, timeMs: null });
      }),
    );
  });
});
