import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../core/index.ts';
import { observedSteps } from '../lightning/index.ts';
import {
  closureEntries,
  commandEntry,
  faultEntries,
  joinZoneRecords,
  massMessageEntry,
  mergeTimeline,
  noticeEntry,
  reportEntries,
  strikeEntries,
  type TimelineEntry,
  timelineEntry,
  timelineKinds,
  uncoveredEntry,
  unobservedEntries,
  unobservedStretches,
  warningEntries,
  zoneEntries,
  zoneRecord,
} from './index.ts';

const start = Date.UTC(2026, 5, 6, 20);
const at = (minutes: number) => start + minutes * MINUTE_MS;
const span = { from: at(0), to: at(60) };
const calm = /\b(clear|safe|quiet|all good)\b/i;

describe('a merged timeline', () => {
  const entries: fc.Arbitrary<TimelineEntry> = fc
    .record({
      kind: fc.constantFrom(...timelineKinds),
      begin: fc.integer({ min: -30, max: 90 }),
      minutes: fc.option(fc.integer({ min: 0, max: 60 })),
      isOpen: fc.boolean(),
    })
    .map(({ kind, begin, minutes, isOpen }) =>
      timelineEntry(kind, at(begin), 'x', {
        ...(isOpen ? { isOpen } : { until: minutes === null ? null : at(begin + minutes) }),
      }),
    );

  it('is in order and leaves out nothing of the span', () => {
    fc.assert(
      fc.property(fc.array(fc.array(entries, { maxLength: 8 }), { maxLength: 6 }), (sources) => {
        const merged = mergeTimeline(sources, span);
        for (const [i, entry] of merged.entries())
          expect(entry.at).toBeGreaterThanOrEqual(merged[i - 1]?.at ?? Number.NEGATIVE_INFINITY);
        const given = sources.flat();
        const inside = given.filter((entry) => entry.at >= span.from && entry.at < span.to);
        for (const entry of inside) expect(merged).toContain(entry);
        for (const entry of merged) {
          expect(given).toContain(entry);
          expect(entry.at).toBeLessThan(span.to);
          expect(entry.at >= span.from || entry.isOpen || (entry.until ?? 0) > span.from).toBe(true);
        }
      }),
    );
  });

  it('does not depend on which source comes first, but for entries that are alike in time and kind', () => {
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 8 }), fc.array(entries, { maxLength: 8 }), (one, other) => {
        const keys = (list: TimelineEntry[]) => list.map(({ kind, at: when }) => `${when} ${kind}`);
        expect(keys(mergeTimeline([one, other], span))).toEqual(keys(mergeTimeline([other, one], span)));
      }),
    );
  });
});

describe('strikes', () => {
  const strike = (seconds: number, distanceMiles: number) => ({
    ...{ at: start + seconds * 1_000, distanceMiles, bearingDegrees: 45 },
  });
  it('of a minute are one entry with their number and the nearest', () => {
    expect(strikeEntries([strike(5, 9), strike(20, 4.21), strike(70, 12)])).toMatchObject([
      { at: start + 5_000, until: start + 20_000, text: '2 strikes, the nearest 4.2 mi NE' },
      { at: start + 70_000, until: null, text: 'Strike 12.0 mi NE' },
    ]);
  });
  it('are all counted, however many', () => {
    const seconds = fc.array(fc.integer({ min: 0, max: 3_600 }), { maxLength: 300 });
    fc.assert(
      fc.property(seconds, (list) => {
        const texts = strikeEntries(list.map((second) => strike(second, 5))).map(({ text }) => text);
        const total = texts.reduce((sum, text) => sum + (Number(/^(\d+) strikes/.exec(text)?.[1]) || 1), 0);
        expect(total).toBe(list.length);
        expect(texts.length).toBeLessThanOrEqual(61);
      }),
    );
  });
});

describe('what was not observed', () => {
  const window = (from: number, to: number) => ({ from: at(from), to: at(to), receivedAt: at(to) });
  const stretches = (windows: ReturnType<typeof window>[], now = at(61)) =>
    unobservedStretches(windows, span, now, 3 * MINUTE_MS).map(({ from, to }) => [
      (from - start) / MINUTE_MS,
      (to - start) / MINUTE_MS,
    ]);

  it('is each stretch without a window, before the first and after the last too', () => {
    expect(stretches([window(20, 30), window(5, 14), window(30, 40)], at(90))).toEqual([
      [0, 5],
      [14, 20],
      [40, 60],
    ]);
    expect(stretches([])).toEqual([[0, 60]]);
    expect(stretches([window(-5, 60)])).toEqual([]);
  });
  it('is not what may still arrive', () => {
    expect(stretches([window(-5, 28)], at(30))).toEqual([]);
    expect(stretches([window(-5, 26)], at(30))).toEqual([[26, 30]]);
  });
  it('and what was observed make up the span, whatever the windows', () => {
    const windows = fc.array(
      fc
        .tuple(fc.integer({ min: -30, max: 90 }), fc.integer({ min: 1, max: 30 }))
        .map(([from, length]) => window(from, from + length)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(windows, (list) => {
        const runs: [number, number][] = [];
        for (let minute = 0; minute < 60; minute++) {
          if (list.some(({ from, to }) => from <= at(minute) && at(minute + 1) <= to)) continue;
          const last = runs.at(-1);
          if (last?.[1] === minute) last[1] = minute + 1;
          else runs.push([minute, minute + 1]);
        }
        // A single minute is tolerated, as it is for an all clear.
        expect(stretches(list, at(100))).toEqual(runs.filter(([from, to]) => to - from > 1));
      }),
    );
  });
  it('is said, and never calms', () => {
    const gaps = [
      { from: at(3), to: at(20) },
      { from: at(50), to: at(60) },
    ];
    const entries = [
      ...unobservedEntries(gaps, { now: at(60), storedFrom: at(20) }),
      uncoveredEntry(span, at(30)),
    ];
    expect(entries.map(({ text, until, isOpen }) => [text, until, isOpen])).toEqual([
      ['No observation is stored', at(20), false],
      ['Not observed', null, true],
      ['No lightning feed covers this place', null, true],
    ]);
    for (const { text, detail } of entries) expect(`${text} ${detail}`).not.toMatch(calm);
  });
});

describe('the states of zones', () => {
  const windows = Array.from({ length: 200 }, (_, i) => ({
    ...{ from: at(-130 + i), to: at(-129 + i), receivedAt: at(-129 + i) },
  })).filter(({ to }) => to <= at(60));
  const zone = { zone: 1 as const, radiusMiles: 10, range: '0-10 mi' };
  const input = {
    ...{ radiusMiles: 10, allClearMinutes: 30, strikes: [], reports: [] },
    observed: observedSteps(windows, span),
  };
  const report = { firstThunderAt: at(10), thunderAt: at(10), receivedAt: at(10), distanceMiles: null };
  const kinds = (stretches: ReturnType<typeof zoneRecord>) =>
    stretches.map(({ from, kind }) => [(from - start) / MINUTE_MS, kind]);

  it('follow from strikes as they arrived', () => {
    const strikes = [{ at: at(4), receivedAt: at(5) }];
    expect(kinds(zoneRecord({ ...input, strikes }, span))).toEqual([
      [0, 'clear'],
      [5, 'delay'],
      [34, 'clear'],
    ]);
  });
  it('follow from thunder that was reported, until it is taken back', () => {
    expect(kinds(zoneRecord({ ...input, reports: [{ ...report, takenBackAt: at(20) }] }, span))).toEqual([
      [0, 'clear'],
      [10, 'delay'],
      [20, 'clear'],
    ]);
    expect(kinds(zoneRecord({ ...input, reports: [{ ...report, takenBackAt: null }] }, span))).toEqual([
      [0, 'clear'],
      [10, 'delay'],
      [40, 'clear'],
    ]);
    const far = { ...report, distanceMiles: 12, takenBackAt: null };
    expect(kinds(zoneRecord({ ...input, reports: [far] }, span))).toEqual([[0, 'clear']]);
  });
  it('are a delay after thunder where nothing is observed, and not known otherwise', () => {
    const unseen = { ...input, observed: observedSteps([], span) };
    const record = zoneRecord({ ...unseen, reports: [{ ...report, takenBackAt: null }] }, span);
    expect(kinds(record)).toEqual([
      [0, 'unknown'],
      [10, 'delay'],
      [40, 'unknown'],
    ]);
    for (const { text, detail } of zoneEntries([{ zone, stretches: record }], span))
      expect(`${text} ${detail}`).not.toMatch(calm);
  });
  it('are without a break, and the same in parts as in one', () => {
    const instants = fc.array(fc.integer({ min: -20, max: 59 }), { maxLength: 5 });
    fc.assert(
      fc.property(instants, instants, fc.integer({ min: 1, max: 59 }), (strikes, thunder, cut) => {
        const given = {
          ...input,
          strikes: strikes.map((minute) => ({ at: at(minute), receivedAt: at(minute) + 7_000 })),
          reports: thunder.map((minute) => ({
            ...{ ...report, firstThunderAt: at(minute), thunderAt: at(minute), receivedAt: at(minute) },
            takenBackAt: null,
          })),
        };
        const whole = zoneRecord(given, span);
        expect([whole[0]?.from, whole.at(-1)?.to]).toEqual([span.from, span.to]);
        for (const [i, stretch] of whole.entries()) if (i > 0) expect(stretch.from).toBe(whole[i - 1]?.to);
        const parts = [
          zoneRecord(given, { from: span.from, to: at(cut) }),
          zoneRecord(given, { from: at(cut), to: span.to }),
        ];
        expect(kinds(joinZoneRecords(parts))).toEqual(kinds(whole));
      }),
      { numRuns: 30 },
    );
  });
  it('that change alike at once are one entry; clear is no word of it', () => {
    const stretches = zoneRecord({ ...input, strikes: [{ at: at(4), receivedAt: at(5) }] }, span);
    const twenty = { zone: 2 as const, radiusMiles: 20, range: '10-20 mi' };
    const entries = zoneEntries(
      [
        { zone, stretches },
        { zone: twenty, stretches },
      ],
      span,
    );
    expect(entries.map(({ text }) => text)).toEqual([
      'Within 10 and 20 mi: the quiet time was observed in full',
      'Within 10 and 20 mi: delay for lightning or thunder',
      'Within 10 and 20 mi: the quiet time was observed in full',
    ]);
    for (const { text } of entries) expect(text).not.toMatch(/\bclear|safe/i);
  });
});

describe('records', () => {
  it('a warning has its begin, what held it and its end, and only an earned end is one', () => {
    const warning = {
      ...{ policyName: 'LR1', startedAt: at(1), endedAt: at(50), endReason: 'report-taken-back' },
      holds: [{ from: at(10), until: at(20) }],
    };
    expect(warningEntries(warning).map(({ at: when, text }) => [when, text])).toEqual([
      [at(1), 'Warning of LR1 began'],
      [at(10), 'Warning of LR1 held: its data are lost'],
      [at(50), 'Warning of LR1 ended'],
    ]);
    expect(warningEntries(warning)[2]?.detail).toMatch(/without an all clear/);
    expect(warningEntries({ ...warning, endReason: 'something new' })[2]?.detail).toMatch(/without/);
    expect(
      warningEntries({ ...warning, endedAt: null, holds: [{ from: at(10), until: null }] }),
    ).toMatchObject([{ isOpen: true }, { isOpen: true, until: null }]);
  });

  it('a notice says what providers accepted, which is not what people read', () => {
    const notice = { at: at(1), subject: 'Lightning', short: 'Lightning at Field.', people: 1 };
    const deliveries = { accepted: 1, failed: 2, waiting: 0 };
    expect(noticeEntry({ ...notice, deliveries }).detail).toBe(
      'Lightning at Field. For 1 person; messages: 1 accepted, 2 failed.',
    );
    const message = { ...notice, deliveries: { ...deliveries, waiting: 3 }, people: 4, isDrill: true };
    expect(massMessageEntry({ ...message, sender: 'Ana' })).toMatchObject({
      ...{ text: 'Drill: mass message: Lightning', actor: 'Ana' },
      detail: 'For 4 people; messages: 1 accepted, 2 failed, 3 waiting.',
    });
    expect(massMessageEntry({ ...message, isDrill: false, sender: null }).text).toMatch(/^Mass message: /);
  });

  it('a report and its take-back are two entries', () => {
    const report = {
      ...{ thunderAt: at(1), receivedAt: at(1), distanceMiles: 2, presses: 3, recordedOnly: true },
      ...{ reporter: 'A', takenBackAt: at(2), takenBackBy: 'B', takeBackReason: 'A truck' },
    };
    expect(reportEntries(report)).toMatchObject([
      {
        text: 'Thunder reported, about 2.0 mi away',
        actor: 'A',
        detail: expect.stringMatching(/3 times.*only/),
      },
      { text: 'Thunder report taken back', actor: 'B', detail: 'Reason: A truck' },
    ]);
    expect(reportEntries({ ...report, takenBackAt: null })).toHaveLength(1);
  });

  it('a closure ends by a person or by its time, and that says nothing of the rest', () => {
    const closure = {
      ...{ reason: 'Lights out', closedAt: at(1), closedBy: 'A', untilAt: at(30) },
      ...{ openedAt: null, openedBy: null },
    };
    expect(closureEntries(closure, at(20))).toMatchObject([
      { text: 'Place closed: Lights out', isOpen: true },
    ]);
    expect(closureEntries(closure, at(31))[1]).toMatchObject({
      at: at(30),
      text: expect.stringMatching(/time/),
    });
    const opened = closureEntries({ ...closure, openedAt: at(20), openedBy: 'B' }, at(31));
    expect(opened[1]).toMatchObject({ at: at(20), actor: 'B', detail: 'What else holds the place went on.' });
  });

  it('a command has its result, a fault its begin and end', () => {
    const command = { at: at(1), unitName: 'Horn', action: 'Light on', cause: 'Lightning.', actor: null };
    expect(commandEntry({ ...command, state: 'failed', detail: 'no answer' })).toMatchObject({
      ...{ text: 'Horn: Light on', detail: 'Lightning. Result: failed: no answer' },
    });
    expect(commandEntry({ ...command, state: 'sent', detail: '' }).detail).toBe('Lightning. Result: sent.');
    const fault = { unitName: 'Horn', text: 'Away', beganAt: at(1), endedAt: null };
    expect(faultEntries(fault)).toMatchObject([{ isOpen: true, text: 'Horn: fault', detail: 'Away' }]);
    expect(faultEntries({ ...fault, endedAt: at(3) })).toMatchObject([
      { until: at(3) },
      { text: 'Horn: fault over' },
    ]);
  });
});
