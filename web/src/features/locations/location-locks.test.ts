import type { Location, PolicyTrigger } from '@allclear/contract';
import { type LightningPolicy, radiusOf, type ZoneNumber, zoneNumbers } from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, problemsOf } from './location-fields.ts';
import {
  lightningPoliciesOf,
  mayToggle,
  noLocks,
  roomOf,
  underLocks,
  underPolicies,
  withRadius,
  withZone,
} from './location-locks.ts';

const placed = { ...draftOf(null), label: 'Field', latitude: 1 as number | '', longitude: 2 as number | '' };
const policy = (zone: ZoneNumber, radiusMiles: number, allClearMinutes = 30): LightningPolicy => ({
  zone,
  radiusMiles,
  allClearMinutes,
});

describe('locks', () => {
  it('read the lightning policies among the triggers', () => {
    const trigger = (policyTypeShortName: string, threshold: number) =>
      ({ policyTypeShortName, threshold, allClearMinutes: 25 }) as PolicyTrigger;
    expect(lightningPoliciesOf([trigger('LR1', 8), trigger('WBGT', 90), trigger('LR3', 30)])).toEqual([
      policy(1, 8, 25),
      policy(3, 30, 25),
    ]);
  });

  it('are none without policies', () => {
    expect(underPolicies(placed, [])).toEqual({ draft: placed, locks: noLocks });
  });

  it('of a stored location that a policy changes while its form is open count in the form', () => {
    const draft = { ...placed, radius1: 12, radius2: 20, allClearMinutes: 20 };
    const effective = { radius1: 8, radius2: 22, radius3: 0, radius4: 0, allClearMinutes: 30 };
    const stored = (lockedZones: number[], timerLocked: boolean) =>
      ({ policy: { lockedZones, timerLocked, effective } }) as unknown as Location;
    expect(underLocks(draft, stored([], false))).toEqual({ draft, locks: noLocks });
    expect(underLocks(draft, stored([1], true))).toEqual({
      draft: { ...draft, radius1: 8, allClearMinutes: 30 },
      locks: { zones: new Set([1]), timer: true },
    });
  });

  it('take the policy’s radius and the timer of the lowest zone', () => {
    const { draft, locks } = underPolicies({ ...placed, radius2: 20 }, [policy(3, 25, 60), policy(1, 8, 45)]);
    expect(draft).toMatchObject({ radius1: 8, radius2: 20, radius3: 25, allClearMinutes: 45 });
    expect([...locks.zones]).toEqual([1, 3]);
    expect(locks.timer).toBe(true);
  });

  it('leave the zones between them their room', () => {
    const { draft, locks } = underPolicies({ ...placed, radius2: 20 }, [policy(1, 8), policy(3, 25)]);
    expect(roomOf(draft, 1, locks)).toBeNull();
    expect(roomOf(draft, 2, locks)).toEqual({ min: 9, max: 24 });
    expect(roomOf(draft, 4, locks)).toEqual({ min: 26, max: 50 });
    expect(withRadius(draft, 2, 40, locks)).toMatchObject({ radius1: 8, radius2: 24, radius3: 25 });
    expect(withRadius(draft, 1, 40, locks)).toEqual(draft);
    expect(withZone(draft, 3, false, locks)).toEqual(draft);
    expect(withZone(withZone(draft, 2, false, locks), 2, true, locks)).toMatchObject({ radius2: 18 });
  });

  it('say when there is no room', () => {
    const { draft, locks } = underPolicies(placed, [policy(1, 8), policy(3, 9)]);
    expect(mayToggle(draft, 2, locks)).toBe(false);
    expect(withZone(draft, 2, true, locks)).toEqual(draft);
    expect(mayToggle(draft, 4, locks)).toBe(true);
  });

  it('leave a zone alone that is on already, even without room to move', () => {
    const { draft, locks } = underPolicies({ ...placed, radius2: 20 }, [policy(3, 1)]);
    expect(roomOf(draft, 1, locks)).toBeNull();
    for (const zone of [2, 4] as const)
      expect(withZone(draft, zone, draft[`radius${zone}`] > 0, locks)).toEqual(draft);
    const tight = { ...placed, radius1: 1, radius2: 1.5, radius3: 2 };
    expect(withZone(tight, 2, true, { zones: new Set([1, 3]), timer: true })).toEqual(tight);
  });

  it('hold, and keep the zones in order, whatever is moved, typed or switched', () => {
    const zone = fc.constantFrom(...zoneNumbers);
    const policies = fc.uniqueArray(
      fc.record({ zone, radiusMiles: fc.integer({ min: 1, max: 50 }), allClearMinutes: fc.constant(30) }),
      {
        selector: (one) => one.zone,
      },
    );
    const moves = fc.array(
      fc.tuple(zone, fc.oneof(fc.integer({ min: -5, max: 60 }), fc.double(), fc.string(), fc.boolean())),
    );
    fc.assert(
      fc.property(policies, moves, (list, steps) => {
        const { draft: begun, locks } = underPolicies(
          { ...placed, radius2: 20, radius3: 30, radius4: 40 },
          list,
        );
        let draft = begun;
        for (const [which, move] of steps) {
          draft =
            typeof move !== 'boolean'
              ? withRadius(draft, which, move, locks)
              : which === 1
                ? draft
                : withZone(draft, which, move, locks);
        }
        expect(problemsOf(draft, true)).toEqual({});
        for (const locked of locks.zones as ReadonlySet<ZoneNumber>)
          expect(radiusOf(draft, locked)).toBe(radiusOf(begun, locked));
      }),
      { numRuns: 1_000 },
    );
  });
});
