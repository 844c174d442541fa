import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ZoneStatus } from '../lightning/index.ts';
import { type PlaceInput, type PlaceWarning, type PlaceZone, placeAnswer } from './place-answer.ts';
import { placeWords } from './place-words.ts';

const now = Date.parse('2026-07-15T01:42:00Z');
const minute = 60_000;
const timeZone = 'America/Chicago';
const clear: ZoneStatus = { kind: 'clear', since: now - 32 * minute };
const delay = (reason: 'strike' | 'report' | 'observing', minutes: number): ZoneStatus => ({
  ...{ kind: 'delay', reason, clearAt: now + minutes * minute },
});
const lastStrike = { at: now - 3 * minute, distanceMiles: 8.41, bearingDegrees: 200 };
const zones = (...statuses: ZoneStatus[]): PlaceZone[] =>
  statuses.map((status, index) => ({ radiusMiles: (index + 1) * 10, status, lastStrike }));
const wind: PlaceWarning = {
  ...{ policyId: 'wind', typeShortName: 'WIND', policyName: 'Field wind', event: null, heldSince: null },
  limit: { typeShortName: 'WIND', unit: 'mph', precision: 0, threshold: 35, isDesc: false },
};
const storm: PlaceWarning = {
  ...{ ...wind, policyId: 'nws', typeShortName: 'NWS', policyName: 'NWS', limit: null },
  event: 'Severe Thunderstorm Warning',
};
const chill: PlaceWarning = {
  ...{ ...wind, policyId: 'chill', typeShortName: 'CHILL', heldSince: now - 5 * minute },
  limit: { typeShortName: 'CHILL', unit: '°F', precision: 0, threshold: 20, isDesc: true },
};
const input = (statuses: ZoneStatus[], ...warnings: PlaceWarning[]): PlaceInput => ({
  lightning: { kind: 'known', zones: zones(...statuses) },
  warnings,
  closures: [],
  warningsAre: 'known',
});
const wordsOf = (of: PlaceInput, at = now) => placeWords(placeAnswer(of), { now: at, timeZone });

describe('the answer for a place in words', () => {
  test.each<[string, PlaceInput, string, string, string[]]>([
    ['quiet', input([clear, clear]), 'Clear since 8:10 PM', 'Clear', []],
    [
      'a strike in the innermost zone, and two warnings',
      input([delay('strike', 22), delay('strike', 28)], wind, storm),
      'Stay inside',
      'Stay inside',
      ['Lightning 8.4 mi SSW at 8:39 PM', 'Wind over 35 mph', 'NWS Severe Thunderstorm Warning'],
    ],
    [
      'a strike in an outer zone',
      input([clear, delay('strike', 28)]),
      'Lightning within 20 mi: be ready',
      'Be ready',
      ['Lightning 8.4 mi SSW at 8:39 PM'],
    ],
    ['a wind warning', input([clear], wind), 'Stop: wind over 35 mph', 'Stop', []],
    ['an alert', input([clear], storm), 'Stop: NWS Severe Thunderstorm Warning', 'Stop', []],
    [
      'a warning without new data and unobserved quiet',
      input([delay('observing', 9)], chill),
      'Stop: wind chill under 20 °F',
      'Stop',
      ['No new data since 8:37 PM', 'Quiet within 10 mi not observed for long enough'],
    ],
    [
      'unobserved quiet',
      input([delay('observing', 9)]),
      'Observing: not clear yet',
      'Observing',
      ['Quiet has not been observed for long enough'],
    ],
    [
      'unknown lightning',
      {
        lightning: { kind: 'unknown', since: now - 3 * minute },
        warnings: [],
        closures: [],
        warningsAre: 'known',
      },
      "We don't know since 8:39 PM",
      'Unknown',
      ['Treat this place as if lightning were near'],
    ],
    [
      'lightning that was never observed',
      { lightning: { kind: 'unknown', since: null }, warnings: [], closures: [], warningsAre: 'known' },
      "We don't know",
      'Unknown',
      ['Treat this place as if lightning were near'],
    ],
    [
      'unknown warnings',
      { ...input([clear]), closures: [], warningsAre: 'unknown' },
      "We don't know which warnings are in effect",
      'Unknown',
      ['Treat this place as if a warning were in effect'],
    ],
    [
      'a place without a feed',
      { lightning: { kind: 'not-covered' }, warnings: [], closures: [], warningsAre: 'known' },
      'No lightning data here',
      'No lightning data',
      ['No lightning feed covers this place: watch and listen yourselves'],
    ],
    [
      'a place that is asked for',
      { lightning: { kind: 'checking' }, warnings: [], closures: [], warningsAre: 'checking' },
      'Checking…',
      'Checking',
      [],
    ],
  ])('%s', (_, of, instruction, word, reasons) => {
    expect(wordsOf(of)).toMatchObject({ instruction, word, reasons });
  });

  test('a zone that a life-safety policy sets means stop', () => {
    const outer = zones(clear, delay('strike', 28)).map((zone) => ({
      ...zone,
      lifeSafety: zone.radiusMiles === 20,
    }));
    expect(wordsOf({ ...input([]), lightning: { kind: 'known', zones: outer } }).instruction).toBe(
      'Stay inside',
    );
  });

  test('a time of another day has its weekday, and a place that is clear for long is just clear', () => {
    const since = now - 21 * 3_600_000;
    const unknown: PlaceInput = { ...input([]), lightning: { kind: 'unknown', since } };
    expect(wordsOf(unknown).instruction).toBe("We don't know since Mon 11:42 PM");
    expect(wordsOf({ ...input([{ kind: 'clear', since }]) }).instruction).toBe('Clear');
  });

  test('a reader in another zone sees the zone of the place', () => {
    const answer = placeAnswer(input([clear]));
    expect(placeWords(answer, { now, timeZone, withZone: true }).instruction).toBe('Clear since 8:10 PM CDT');
  });

  test('lightning is named by the smallest radius that it is within, and ends with the last zone', () => {
    const answer = placeAnswer(input([clear, delay('strike', 22), delay('strike', 28)]));
    expect(answer.holds).toMatchObject([{ kind: 'delay', radiusMiles: 20, clearAt: now + 28 * minute }]);
  });

  test('a strike at the place itself is here', () => {
    const here = [{ ...zones(delay('strike', 20))[0]!, lastStrike: { ...lastStrike, distanceMiles: 0.01 } }];
    expect(wordsOf({ ...input([]), lightning: { kind: 'known', zones: here } }).reasons).toEqual([
      'Lightning here at 8:39 PM',
    ]);
  });

  test('the place is clear at the earliest when its last zone and its last warning can be', () => {
    const earliest = (of: PlaceInput) => placeAnswer(of).earliestClearAt;
    const of = input([delay('strike', 22), delay('observing', 28)]);
    expect(earliest(of)).toBe(now + 28 * minute);
    expect(earliest({ ...of, warnings: [{ ...wind, clearAt: now + 40 * minute }] })).toBe(now + 40 * minute);
    expect(earliest({ ...of, warnings: [storm] })).toBe(now + 28 * minute);
    expect(earliest(input([clear], wind))).toBeNull();
    expect(earliest(input([clear]))).toBeNull();
    expect(earliest({ ...of, lightning: { kind: 'unknown', since: now } })).toBeNull();
  });

  test('what is said aloud has no times, so that a further strike is not announced as another answer', () => {
    const of = (strikeAt: number) =>
      wordsOf({
        ...input([], wind),
        lightning: {
          kind: 'known',
          zones: zones(delay('strike', 22)).map((zone) => ({
            ...zone,
            lastStrike: { ...lastStrike, at: strikeAt },
          })),
        },
      }).announcement;
    expect(of(now)).toBe('Stay inside. Lightning within 10 mi. Wind over 35 mph.');
    expect(of(now - minute)).toBe(of(now));
  });

  test('10,000 random places: calm words only where nothing holds the place', () => {
    const status = fc.oneof(
      fc.constant(clear),
      fc.constant<ZoneStatus>({ kind: 'unknown' }),
      fc
        .record({
          reason: fc.constantFrom('strike' as const, 'report' as const, 'observing' as const),
          minutes: fc.nat(30),
        })
        .map(({ reason, minutes }) => delay(reason, minutes)),
    );
    const lightning = fc.oneof(
      fc.array(status, { maxLength: 4 }).map((all) => ({ kind: 'known' as const, zones: zones(...all) })),
      fc.constantFrom(
        { kind: 'unknown' as const, since: now },
        { kind: 'unknown' as const, since: null, thunder: zones(delay('report', 20)) },
        { kind: 'not-covered' as const },
        { kind: 'checking' as const },
      ),
    );
    const place = fc.record<PlaceInput>({
      lightning,
      warnings: fc.uniqueArray(fc.constantFrom(wind, storm, chill), { maxLength: 3 }),
      closures: fc.array(
        fc.constantFrom(
          { reason: 'the field is flooded', until: null },
          { reason: 'the field is flooded', until: now + 3_600_000 },
        ),
        { maxLength: 1 },
      ),
      warningsAre: fc.constantFrom('known', 'checking', 'unknown'),
    });
    fc.assert(
      fc.property(place, (of) => {
        const { instruction, word, reasons, announcement } = wordsOf(of);
        const said = [instruction, word, ...reasons, announcement].join(' ');
        const answer = placeAnswer(of);
        const saysCalm = /(?<!not )\bclear\b|\bgood\b|\bsafe\b|within policy|no warning/i.test(said);
        expect(saysCalm).toBe(answer.holds.length === 0);
        // Every hold is in the words.
        expect(reasons.length + 1).toBeGreaterThanOrEqual(answer.holds.length);
      }),
      { numRuns: 10_000 },
    );
  });
});
