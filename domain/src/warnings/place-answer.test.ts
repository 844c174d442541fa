import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ZoneStatus } from '../lightning/index.ts';
import { holdSentence } from '../locations/index.ts';
import { type NoticeInput, noticeText } from '../notifications/index.ts';
import {
  byUrgency,
  governingZone,
  type PlaceAnswerKind,
  type PlaceInput,
  type PlaceWarning,
  type PlaceZone,
  placeAnswer,
} from './place-answer.ts';

const at = Date.parse('2026-07-15T20:42:00Z');
const minute = 60_000;
const clear: ZoneStatus = { kind: 'clear', since: at };
const strike = (minutes: number): ZoneStatus => ({
  kind: 'delay',
  reason: 'strike',
  clearAt: at + minutes * minute,
});
const observing = (minutes: number): ZoneStatus => ({
  kind: 'delay',
  reason: 'observing',
  clearAt: at + minutes * minute,
});
const unknown: ZoneStatus = { kind: 'unknown' };
const zones = (...statuses: readonly ZoneStatus[]): PlaceZone[] =>
  statuses.map((status, index) => ({ radiusMiles: (index + 1) * 10, status }));
const wind: PlaceWarning = {
  policyId: 'wind',
  typeShortName: 'WIND',
  policyName: 'Wind',
  event: null,
  heldSince: null,
};
const ofZone: PlaceWarning = { ...wind, policyId: 'zone', typeShortName: 'LR1', policyName: 'Lightning' };
const place = (statuses: readonly ZoneStatus[], ...warnings: readonly PlaceWarning[]): PlaceInput => ({
  lightning: { kind: 'known', zones: zones(...statuses) },
  warnings,
  closures: [],
  warningsAre: 'known',
});

describe('the answer for a place', () => {
  test.each<[string, PlaceInput, PlaceAnswerKind, string[]]>([
    ['quiet', place([clear, clear]), 'clear', []],
    ['a strike in the innermost zone', place([strike(9), strike(9)]), 'delay', ['delay']],
    ['a strike in an outer zone', place([clear, strike(9)]), 'ready', ['delay']],
    [
      'unobserved quiet before an outer strike',
      place([observing(9), strike(9)]),
      'observing',
      ['observing', 'delay'],
    ],
    ['a warning before unobserved quiet', place([observing(9)], wind), 'stop', ['warning', 'observing']],
    ['a warning and an inner strike', place([strike(9)], wind), 'delay', ['delay', 'warning']],
    ['a warning and an outer strike', place([clear, strike(9)], wind), 'stop', ['warning', 'delay']],
    ['a zone that is not known', place([clear, unknown], wind), 'unknown', ['lightning-unknown', 'warning']],
    [
      'an inner strike and a zone that is not known',
      place([strike(9), unknown]),
      'delay',
      ['delay', 'lightning-unknown'],
    ],
    ['the warning of a zone is its delay', place([strike(9)], ofZone), 'delay', ['delay']],
    ['the warning of a zone that is clear still holds', place([clear], ofZone), 'stop', ['warning']],
    ['no zone at all', place([]), 'no-lightning-data', ['no-lightning-data']],
    [
      'no feed',
      { lightning: { kind: 'not-covered' }, warnings: [], closures: [], warningsAre: 'known' },
      'no-lightning-data',
      ['no-lightning-data'],
    ],
    [
      'lightning that is not observed',
      { lightning: { kind: 'unknown', since: at }, warnings: [], closures: [], warningsAre: 'known' },
      'unknown',
      ['lightning-unknown'],
    ],
    [
      'lightning that is asked for',
      { lightning: { kind: 'checking' }, warnings: [], closures: [], warningsAre: 'known' },
      'checking',
      ['checking'],
    ],
    [
      'warnings that are asked for',
      { ...place([clear]), closures: [], warningsAre: 'checking' },
      'checking',
      ['checking'],
    ],
    [
      'warnings that are not known',
      { ...place([clear]), closures: [], warningsAre: 'unknown' },
      'unknown',
      ['warnings-unknown'],
    ],
  ])('%s', (_, input, kind, holds) => {
    const answer = placeAnswer(input);
    expect([answer.kind, answer.holds.map((hold) => hold.kind)]).toEqual([kind, holds]);
  });

  test('an outer zone that a life-safety policy watches means stop', () => {
    const [inner, outer] = zones(clear, strike(9));
    const answer = placeAnswer({
      ...place([]),
      lightning: { kind: 'known', zones: [inner!, { ...outer!, lifeSafety: true }] },
    });
    expect(answer.kind).toBe('delay');
  });

  test('a siren’s zone means stop, and leaves what the zones of people mean', () => {
    const siren = (radiusMiles: number, status: ZoneStatus) => ({ radiusMiles, status, isSiren: true });
    const of = (...all: PlaceZone[]) =>
      placeAnswer({ ...place([]), lightning: { kind: 'known', zones: all } }).kind;
    const [inner, outer] = zones(clear, clear);
    expect(of(inner!, outer!, siren(15, strike(9)))).toBe('delay');
    expect(of(inner!, outer!, siren(15, unknown))).toBe('unknown');
    // A small siren does not make the innermost zone of people an outer one.
    expect(of({ ...inner!, status: strike(9) }, siren(5, clear))).toBe('delay');
    expect(of(siren(5, strike(9)))).toBe('delay');
  });

  test('the zone that governs has the longest way to go, on a tie the innermost', () => {
    const inner = { radiusMiles: 10, clearAt: at + 9 * minute };
    const outer = { radiusMiles: 20, clearAt: at + 12 * minute };
    const outerTie = { ...outer, clearAt: inner.clearAt };
    for (const order of [<T>(list: T[]) => list, <T>(list: T[]) => list.toReversed()]) {
      expect(governingZone(order([inner, outer]))).toBe(outer);
      expect(governingZone(order([inner, outerTie]))).toBe(inner);
    }
    expect(governingZone([])).toBeNull();
  });

  test('places are ordered the worst first', () => {
    const kinds: PlaceAnswerKind[] = [
      'clear',
      'ready',
      'no-lightning-data',
      'stop',
      'observing',
      'delay',
      'unknown',
    ];
    expect(kinds.toSorted(byUrgency)).toEqual([
      ...['delay', 'unknown', 'stop', 'observing', 'ready', 'no-lightning-data', 'clear'],
    ]);
  });

  test('clear since the last zone became clear; nothing when it always was', () => {
    expect(placeAnswer(place([clear, { kind: 'clear', since: at + minute }])).clearSince).toBe(at + minute);
    expect(placeAnswer(place([{ kind: 'clear', since: Number.NEGATIVE_INFINITY }])).clearSince).toBeNull();
    expect(placeAnswer(place([strike(9), clear])).clearSince).toBeNull();
  });
});

describe('over 10,000 random states of a place', () => {
  const status = fc.oneof(
    fc.constant(clear),
    fc.integer({ min: 1, max: 30 }).map(strike),
    fc.integer({ min: 1, max: 30 }).map(observing),
    fc.constant(unknown),
  );
  const warning = fc.record({
    policyId: fc.uuid(),
    typeShortName: fc.constantFrom('LR1', 'WIND', 'HEAT', 'NWS', 'AQI-O3'),
    policyName: fc.constantFrom('Wind', 'All clear', 'Heat at the stadium'),
    event: fc.constantFrom(null, 'Tornado Warning'),
    heldSince: fc.constantFrom(null, at),
  });
  const state: fc.Arbitrary<PlaceInput> = fc.record({
    lightning: fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .array(status, { maxLength: 4 })
          .map((statuses) => ({ kind: 'known' as const, zones: zones(...statuses) })),
      },
      fc.constantFrom(
        { kind: 'unknown' as const, since: at },
        { kind: 'not-covered' as const },
        { kind: 'checking' as const },
      ),
    ),
    warnings: fc.array(warning, { maxLength: 3 }),
    closures: fc.array(
      fc.constantFrom(
        { reason: 'the field is flooded', until: null },
        { reason: 'the field is flooded', until: at + 3_600_000 },
      ),
      { maxLength: 1 },
    ),
    warningsAre: fc.constantFrom('known' as const, 'checking' as const, 'unknown' as const),
  });
  const ended: NoticeInput = {
    notice: 'ended',
    policyName: 'Gust',
    typeShortName: 'GUST',
    unit: 'mph',
    precision: 0,
    threshold: 35,
    isDesc: false,
    value: 20,
    locationName: 'Main Stadium',
    at,
    startedAt: at,
    allClearMinutes: 30,
    timeZone: 'America/Chicago',
    additionalText: 'All clear, everybody back to the field!',
    isTest: false,
  };

  test('clear exactly when every zone is clear, no warning is open and nothing closes the place', () => {
    fc.assert(
      fc.property(state, (input) => {
        const { lightning, warnings, closures, warningsAre } = input;
        const quiet =
          lightning.kind === 'known' &&
          lightning.zones.length > 0 &&
          lightning.zones.every(({ status: { kind } }) => kind === 'clear');
        const answer = placeAnswer(input);
        const isFree = warnings.length === 0 && closures.length === 0 && warningsAre === 'known';
        expect(answer.kind === 'clear').toBe(quiet && isFree);
        expect(answer.holds.length === 0).toBe(answer.kind === 'clear');
      }),
      { numRuns: 10_000 },
    );
  });

  test('the end of one warning among them never says all clear, in no text, and names what governs in each', () => {
    fc.assert(
      fc.property(state, (input) => {
        const { holds } = placeAnswer(input);
        fc.pre(holds.length > 0);
        const { subject, text, short } = noticeText({ ...ended, holds });
        for (const words of [subject, text, short]) {
          expect(words).not.toMatch(/^all clear/i);
          expect(words).not.toContain('back to the field');
          expect(`${words}.`).toContain(holdSentence(holds[0]!));
        }
        for (const hold of holds) expect(text).toContain(holdSentence(hold));
        const named = holds.filter((hold) => short.includes(holdSentence(hold))).length;
        expect(named === holds.length || /And \d+ more: see Allclear\./.test(short)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });
});
