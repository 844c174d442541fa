import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleLane, exampleToday, hourIso, lightningLane, nowMs } from './example.ts';
import { type TodayContext, todayView } from './today-view.ts';

const calm: TodayContext = {
  nowMs,
  lightning: 'quiet',
  lightningUntil: null,
  held: null,
  isHeld: false,
  maxHours: 24,
};

describe('the ribbon', () => {
  it('joins hours of a state, and places practices and now by their times', () => {
    const view = todayView(exampleToday(), calm);
    expect(view.lanes[1]!.segments.map(({ state, left, width }) => [state, left, width])).toEqual([
      ['open', 0, expect.closeTo(100 / 12)],
      ['stops', expect.closeTo(100 / 12), expect.closeTo(50)],
      ['open', expect.closeTo(700 / 12), expect.closeTo(500 / 12)],
    ]);
    expect(view.practices).toMatchObject([
      { name: 'Football', left: expect.closeTo(400 / 12), width: expect.closeTo(200 / 12), row: 0 },
    ]);
    expect(view.now).toBeCloseTo(50 / 12);
    expect(view.hours.map(({ label }) => label).slice(0, 3)).toEqual(['12 PM', '', '2 PM']);
    expect(view.outlooks).toEqual([
      {
        key: expect.any(String),
        what: 'Football 4–6 PM',
        text: 'WBGT forecast to stop it 1–7 PM; forecast open from 7 PM.',
      },
    ]);
  });

  it('leaves out hours that have passed, and shows eight on a phone; a later practice has its sentence', () => {
    const later = calm.nowMs! + 3_600_000;
    const view = todayView(exampleToday(), { ...calm, nowMs: later, maxHours: 2 });
    expect(view.hours.map(({ label }) => label)).toEqual(['1 PM', '2 PM']);
    expect(view.practices).toEqual([]);
    expect(view.outlooks).toHaveLength(1);
    expect(todayView(exampleToday(), { ...calm, maxHours: 8 }).lanes[1]!.cells).toHaveLength(8);
  });

  it('a practice that is over has no sentence', () => {
    expect(todayView(exampleToday(), { ...calm, nowMs: Date.parse(hourIso(18.1)) }).outlooks).toEqual([]);
  });

  it('names that would touch are on different lines', () => {
    const practices = [16, 17, 22].map((from) => ({
      id: String(from),
      name: 'Practice',
      startTime: hourIso(from),
      endTime: hourIso(from + 1),
    }));
    const view = todayView(exampleToday({ practices }), calm);
    expect(view.practices.map(({ row, isAtEnd }) => [row, isAtEnd])).toEqual([
      [0, false],
      [1, false],
      [0, true],
    ]);
    expect(view.practiceRows).toBe(2);
  });

  it.each<[Partial<TodayContext>, string, string | null]>([
    [{ lightning: 'quiet' }, 'thunderstorm forecast', null],
    [{ lightning: 'delay', lightningUntil: nowMs + 900_000 }, 'delay, earliest 12:45 PM', 'delay'],
    [{ lightning: 'delay', lightningUntil: nowMs - 60_000 }, 'delay now', 'delay'],
    [
      { lightning: 'observing', lightningUntil: nowMs + 900_000 },
      'observing, earliest 12:45 PM',
      'observing',
    ],
    [{ lightning: 'unknown' }, 'unknown now', 'unknown'],
    [{ lightning: 'none' }, 'no lightning data', 'none'],
    [{ lightning: 'checking' }, 'checking', null],
  ])('lightning is what its zones say: %j', (part, note, hold) => {
    const [lane] = todayView(exampleToday(), { ...calm, ...part }).lanes;
    expect(lane!.note).toBe(note);
    expect(lane!.hold?.state ?? null).toBe(hold);
    // What holds the place now is not covered by a forecast, and does not cover one.
    const end = lane!.hold ? lane!.hold.left + lane!.hold.width : 0;
    for (const { left } of lane!.segments) expect(left).toBeGreaterThanOrEqual(end - 0.001);
  });

  it('calls no hour open while anything holds the place', () => {
    const letters = fc.stringMatching(/^[ons?]{12}$/);
    fc.assert(
      fc.property(letters, fc.stringMatching(/^[pf?]{12}$/), (wbgt, thunder) => {
        const today = exampleToday({ lanes: [lightningLane(thunder), exampleLane({}, wbgt)] });
        const view = todayView(today, { ...calm, isHeld: true, held: 'lightning delay in effect' });
        const said = [...view.lanes.flatMap(({ cells }) => cells), ...view.outlooks.map(({ text }) => text)];
        expect(said.join(' ')).not.toMatch(/\b(open|clear|safe|good)\b/);
      }),
    );
  });
});
