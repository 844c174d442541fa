import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BaseMapEvent, baseMapNote, newBaseMap, nextBaseMap } from './base-map-state.ts';

const after = (...events: BaseMapEvent[]) => events.reduce(nextBaseMap, newBaseMap);
const noteAfter = (...events: BaseMapEvent[]) => baseMapNote('Satellite', after(...events));

describe('a base map from elsewhere', () => {
  it.each<[string, BaseMapEvent[], boolean, RegExp | null]>([
    ['comes', ['drawn', 'rested'], true, null],
    ['is not there yet', [], true, null],
    ['has a gap', ['drawn', 'failed', 'drawn', 'rested'], true, /^Parts of the satellite map are missing/],
    ['has a gap elsewhere', ['drawn', 'failed', 'moved'], true, null],
    [
      'fails tile after tile',
      ['drawn', 'failed', 'failed', 'failed', 'failed'],
      false,
      /^The satellite map is not available right now: the plain map/,
    ],
    [
      'fails now and then',
      ['drawn', 'failed', 'failed', 'failed', 'drawn', 'failed', 'failed'],
      true,
      /^Parts/,
    ],
    ['has one tile, which fails', ['failed', 'rested'], false, /not available/],
    ['has nothing here', ['rested'], false, /not available/],
    ['is tried again', ['rested', 'again'], true, /not available/],
    ['is tried again and comes', ['rested', 'again', 'drawn'], true, null],
    ['is tried again in vain', ['rested', 'again', 'rested'], false, /not available/],
    ['gives way to another', ['rested', 'begun'], true, null],
  ])('%s', (_what, events, isShown, words) => {
    expect(after(...events).isShown).toBe(isShown);
    if (words) expect(noteAfter(...events)).toMatch(words);
    else expect(noteAfter(...events)).toBeNull();
  });

  it('that is off the map is always said to be, whatever happened', () => {
    const event = fc.constantFrom<BaseMapEvent>('drawn', 'failed', 'rested', 'moved', 'again', 'begun');
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const state = after(...events);
        if (!state.isShown) expect(baseMapNote('Street', state)).toMatch(/^The street map is not available/);
        // A missing map is available again only after a part of it was drawn.
        const next = nextBaseMap(state, 'again');
        expect(next.isMissing).toBe(state.isMissing);
        expect(nextBaseMap(next, 'drawn').isMissing).toBe(false);
      }),
    );
  });
});
