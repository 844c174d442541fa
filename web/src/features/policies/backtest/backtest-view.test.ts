import { describe, expect, it } from 'vitest';
import {
  type BacktestLocation,
  momentText,
  observedText,
  outcomeText,
  stretchesOf,
  worstFirst,
} from './backtest-view.ts';

const from = Date.parse('2026-06-06T00:00:00Z');
const to = from + 10 * 3_600_000;
const event = (kind: BacktestLocation['events'][number]['event'], hour: number) => ({
  event: kind,
  at: new Date(from + hour * 3_600_000).toISOString(),
  value: null,
});

describe('what a policy would have done', () => {
  it('is drawn from start to all clear, with what was held in between', () => {
    const events = [
      event('started', 1),
      event('reminder', 2),
      event('held', 3),
      event('resumed', 4),
      event('all-clear', 5),
      event('started', 9),
    ];
    expect(stretchesOf(events, from, to)).toEqual([
      { kind: 'warning', from: 0.1, to: 0.3 },
      { kind: 'held', from: 0.3, to: 0.4 },
      { kind: 'warning', from: 0.4, to: 0.5 },
      { kind: 'warning', from: 0.9, to: 1 },
    ]);
  });

  it('never leaves the bar', () => {
    expect(stretchesOf([event('started', -3), event('all-clear', 12)], from, to)).toEqual([
      { kind: 'warning', from: 0, to: 1 },
    ]);
    expect(stretchesOf([], from, to)).toEqual([]);
  });

  it.each([
    [0, 0, 'No warning'],
    [1, 1, '1 warning, people stopped for 1 minute'],
    [3, 125, '3 warnings, people stopped for 2 hours'],
    [9, 4000, '9 warnings, people stopped for 3 days'],
  ])('%d warnings, %d minutes', (warnings, stoppedMinutes, words) => {
    expect(outcomeText({ warnings, stoppedMinutes })).toBe(words);
  });

  it.each([
    [0, 'No weather is stored for this time'],
    [0.001, 'Weather was observed for 1% of the time'],
    [0.5, 'Weather was observed for 50% of the time'],
    [0.9999, 'Weather was observed for 99% of the time'],
    [1, 'Weather was observed for 100% of the time'],
  ])('a share of %d', (share, words) => {
    expect(observedText(share)).toBe(words);
  });

  it('is told by the clock of the place', () => {
    expect(momentText('2026-06-06T20:42:00Z', 'America/Chicago').replace(/\u202f/g, ' ')).toBe(
      'Jun 6, 3:42 PM CDT',
    );
  });

  it('shows the longest stops first', () => {
    const place = (name: string, stoppedMinutes: number) =>
      ({ name, stoppedMinutes, warnings: 1 }) as BacktestLocation;
    expect(worstFirst([place('b', 0), place('a', 0), place('c', 9)]).map(({ name }) => name)).toEqual([
      'c',
      'a',
      'b',
    ]);
  });
});
