import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortTextLength } from '../notifications/index.ts';
import {
  batteryFinding,
  clockFinding,
  type FaultCounts,
  type FaultFinding,
  type FaultKind,
  faultKinds,
  faultNoticeText,
  nextFaults,
  silenceFinding,
} from './faults.ts';

const minute = 60_000;
const nothing = { offline: null, refused: null, stuck: null, battery: null, clock: null, device: null };

/** What begins and ends at each of some findings of one kind. */
function live(kind: FaultKind, findings: readonly ('good' | 'bad' | null)[]): string {
  let counts: FaultCounts = {};
  const open = new Set<FaultKind>();
  return findings
    .map((finding) => {
      const seen: FaultFinding = finding === 'bad' ? { bad: 'It is broken.' } : finding;
      const step = nextFaults(counts, open, { ...nothing, [kind]: seen });
      counts = step.counts;
      for (const begun of step.begins) open.add(begun.kind);
      for (const ended of step.ends) open.delete(ended);
      return step.begins.length > 0 ? 'begins' : step.ends.length > 0 ? 'ends' : '-';
    })
    .join(' ');
}

describe('a fault', () => {
  test('of an output begins and ends at the second finding in a row, and is one while it comes and goes', () => {
    expect(live('stuck', ['bad', 'good', 'bad', 'bad', 'bad'])).toBe('- - - begins -');
    expect(live('stuck', ['bad', 'bad', 'good', 'bad', 'good', 'good', 'good'])).toBe(
      '- begins - - - ends -',
    );
  });

  test('of findings between which it was not seen counts them in a row', () => {
    expect(live('battery', ['bad', null, null, 'bad', null, 'good', null, 'good'])).toBe(
      '- - - begins - - - ends',
    );
  });

  test('of a refused command begins and ends at once; of silence it ends at the second answer', () => {
    expect(live('refused', ['bad', 'good', 'bad'])).toBe('begins ends begins');
    expect(live('offline', ['bad', 'good', 'bad', 'good', 'good'])).toBe('begins - - - ends');
  });

  test('begins only when it is not open and ends only when it is, whatever is found', () => {
    const finding = fc.constantFrom('good', 'bad', null);
    const kind = fc.constantFrom(...faultKinds);
    fc.assert(
      fc.property(kind, fc.array(finding, { maxLength: 40 }), (of, findings) => {
        const steps = live(of, findings)
          .split(' ')
          .filter((step) => step === 'begins' || step === 'ends');
        expect(steps).toEqual(steps.map((_, index) => (index % 2 === 0 ? 'begins' : 'ends')));
      }),
    );
  });

  test('says why it is there', () => {
    expect(nextFaults({}, new Set(), { ...nothing, refused: { bad: 'Wrong password' } }).begins).toEqual([
      { kind: 'refused', text: 'Wrong password' },
    ]);
  });
});

describe('findings', () => {
  test('of a battery leave it as it is between low and healthy with a margin, and when it cannot say', () => {
    expect(batteryFinding(12.0)).toEqual({ bad: 'Its battery is low: 12.0 V.' });
    expect(batteryFinding(12.1)).toBeNull();
    expect(batteryFinding(12.3)).toBe('good');
    expect(batteryFinding(null)).toBeNull();
    expect(batteryFinding(Number.NaN)).toBeNull();
  });

  test('of a clock leave it as it is between half of the limit and the limit', () => {
    expect(clockFinding(-3 * minute)).toEqual({ bad: 'Its clock is 3 minutes slow.' });
    expect(clockFinding(1.5 * minute)).toBeNull();
    expect(clockFinding(-minute)).toBe('good');
    expect(clockFinding(null)).toBeNull();
  });

  test('of silence are one after its limit, counted from when this process began to ask', () => {
    const noon = Date.UTC(2026, 6, 4, 16);
    const record = { kind: 'siren', lastContactAt: noon, window: null, timeZone: 'UTC' } as const;
    const at = (minutes: number, askedSince = noon, lastContactAt: number | null = noon) =>
      silenceFinding(
        { ...record, lastContactAt },
        { askedSince, now: noon + minutes * minute, speed: 1, because: 'It does not answer' },
      );
    expect(at(29)).toBeNull();
    expect(at(31)).toEqual({ bad: 'It does not answer' });
    expect(at(31, noon + 10 * minute)).toBeNull();
    expect(at(41, noon + 10 * minute)).toEqual({ bad: 'It does not answer' });
    expect(at(31, noon, null)).toEqual({ bad: 'It does not answer' });
  });
});

describe('the notice of a fault', () => {
  const about = { unitName: 'North\nsiren', locationName: 'Stadium', weather: 'live' } as const;

  test('names unit and place, and that nobody should rely on it', () => {
    const { subject, text, short } = faultNoticeText({ ...about, text: 'No answer.', isOver: false });
    expect(subject).toBe('Hardware fault: North siren, Stadium');
    expect(text).toContain('do not rely on this unit');
    expect(short).toBe('Hardware fault: North siren, Stadium. No answer.');
  });

  test('says at its end nothing that calms', () => {
    const { subject, text } = faultNoticeText({ ...about, text: 'No answer.', isOver: true });
    expect(subject).toBe('Hardware fault over: North siren, Stadium');
    expect(text).toContain('This says nothing of the weather.');
    expect(text).not.toMatch(/all clear|is safe/i);
  });

  test('is short enough for a text message, whatever a unit is called', () => {
    const { short } = faultNoticeText({ ...about, text: 'x'.repeat(500), isOver: false });
    expect(short.length).toBeLessThanOrEqual(shortTextLength);
  });
});
