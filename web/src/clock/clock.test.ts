import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';

const start = '2026-06-06T20:00:00.000Z';
const startMs = Date.parse(start);

function standing() {
  const time = { wall: 1_000_000, steady: 50 };
  return { time, clock: createClock({ wallMs: () => time.wall, steadyMs: () => time.steady }) };
}

describe('the clock', () => {
  it('knows nothing before the server has spoken', () => {
    expect(standing().clock.now()).toBeNull();
  });

  it.each([
    [1, 1_000],
    [20, 20_000],
    [60, 60_000],
  ])('at speed %d runs %d ms in a second', (speed, goneBy) => {
    const { clock, time } = standing();
    clock.set(start, speed);
    time.wall += 1_000;
    time.steady += 1_000;
    expect(clock.now()).toBe(startMs + goneBy);
  });

  it('counts the time asleep, when the steady time stood still', () => {
    const { clock, time } = standing();
    clock.set(start, 1);
    time.wall += 600_000;
    expect(clock.now()).toBe(startMs + 600_000);
  });

  it('does not go back when someone sets the computer back', () => {
    const { clock, time } = standing();
    clock.set(start, 1);
    time.wall -= 3_600_000;
    time.steady += 10_000;
    expect(clock.now()).toBe(startMs + 10_000);
  });

  it('ignores an answer that is a little older than what is known, and a malformed one', () => {
    const { clock, time } = standing();
    clock.set(start, 1);
    time.wall += 3_000;
    clock.set('2026-06-06T20:00:02.500Z');
    clock.set('half past eight');
    expect(clock.now()).toBe(startMs + 3_000);
  });

  it('follows the server when it was far out', () => {
    const { clock } = standing();
    clock.set(start, 1);
    clock.set('2026-06-06T19:00:00.000Z');
    expect(clock.now()).toBe(startMs - 3_600_000);
  });

  it('never runs slower than real time times speed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(100_000), fc.boolean())),
        fc.integer({ min: 1, max: 60 }),
        (steps, speed) => {
          const { clock, time } = standing();
          clock.set(start, speed);
          let awakeMs = 0;
          for (const [ms, asleep] of steps) {
            time.wall += ms;
            if (!asleep) time.steady += ms;
            awakeMs += ms;
          }
          expect(clock.now()).toBe(startMs + awakeMs * speed);
        },
      ),
    );
  });
});
