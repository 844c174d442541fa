import { describe, expect, test } from 'vitest';
import { nextWarning, noWarning, type WarningInput, type WarningRule, type WarningState } from './warning.ts';

const minute = 60_000;
const start = Date.parse('2026-07-15T20:00:00Z');
const rule: WarningRule = {
  ...{ evidence: 'lightning', allClearMinutes: 30, reAlertMinutes: 0, readingLimitMs: 0 },
};

/** Plays inputs at minutes after the start, and gives the notices. */
function play(...inputs: [atMinutes: number, WarningInput][]): { state: WarningState; notices: string[] } {
  let state: WarningState = noWarning;
  const notices: string[] = [];
  for (const [at, input] of inputs) {
    const step = nextWarning(rule, state, input, start + at * minute);
    state = step.state;
    for (const effect of step.effects) notices.push(effect.kind === 'notify' ? effect.notice : effect.reason);
  }
  return { state, notices };
}

const thunder = (at: number, report: 'observed' | 'unobserved' = 'observed'): WarningInput => ({
  ...{ kind: 'exceeded', at: start + at * minute, value: null, report },
});
const strike = (at: number): WarningInput => ({ kind: 'exceeded', at: start + at * minute, value: 4 });
const clear = (at: number): WarningInput => ({ kind: 'clear', at: start + at * minute });
const lost: WarningInput = { kind: 'lost' };

describe('a warning that follows from thunder', () => {
  test('starts, and ends with the earned all clear', () => {
    const { state, notices } = play([0, thunder(0)], [29, clear(0)], [30, clear(30)]);
    expect(notices).toEqual(['started', 'all-clear', 'all-clear']);
    expect(state.kind).toBe('none');
  });

  test('is withdrawn, which is no all clear, when the report is taken back', () => {
    const back: WarningInput = { kind: 'report-taken-back', standing: null };
    expect(play([0, thunder(0)], [1, back]).notices).toEqual(['started', 'withdrawn', 'report-taken-back']);
  });

  test('goes on with the strike that is on without the report', () => {
    const standing = { at: start - 5 * minute, value: 4 };
    const { state, notices } = play(
      [0, thunder(0)],
      [1, { kind: 'report-taken-back', standing }],
      [24, clear(24)],
    );
    expect(notices).toEqual(['started']);
    expect(state).toMatchObject({ kind: 'open', evidenceAt: standing.at, startedAt: standing.at, value: 4 });
    expect(state).not.toHaveProperty('isReported');
    expect(nextWarning(rule, state, clear(25), start + 25 * minute).state.kind).toBe('none');
  });

  test('taking back changes nothing once a strike is the newest evidence', () => {
    const { state, notices } = play(
      [0, thunder(0)],
      [2, strike(2)],
      [3, { kind: 'report-taken-back', standing: null }],
    );
    expect(notices).toEqual(['started']);
    expect(state).toMatchObject({ kind: 'open', evidenceAt: start + 2 * minute });
  });

  test('during an outage it reminds, and does not say that data are back', () => {
    const { state, notices } = play(
      [0, strike(0)],
      [5, lost],
      [8, thunder(8, 'unobserved')],
      [9, thunder(8, 'unobserved')],
      [38, lost],
    );
    expect(notices).toEqual(['started', 'held', 'reminder']);
    expect(state).toMatchObject({ heldSince: start + 5 * minute, isReported: true });
  });

  test('where no feed covers the place it ends as not observed after the full time, never before', () => {
    const uncovered: WarningInput = { kind: 'lost', isUncovered: true };
    const played = play([0, thunder(0, 'unobserved')], [29, uncovered]);
    expect(played.notices).toEqual(['started', 'held']);
    expect(nextWarning(rule, played.state, uncovered, start + 30 * minute).effects).toMatchObject([
      { kind: 'notify', notice: 'withdrawn' },
      { kind: 'ended', reason: 'not-observed' },
    ]);
  });

  test('a strike at a place that no feed covers any more still holds', () => {
    const { state, notices } = play([0, strike(0)], [300, { kind: 'lost', isUncovered: true }]);
    expect(notices).toEqual(['started', 'held']);
    expect(state.kind).toBe('open');
  });
});
