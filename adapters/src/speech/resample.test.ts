import { describe, expect, test } from 'vitest';
import { toTelephoneRate } from './resample.ts';

const rates = [11_025, 16_000, 22_050, 24_000, 44_100, 48_000, 8_025];

function tone(hertz: number, rate: number, seconds = 0.5): Float64Array {
  return Float64Array.from(
    { length: Math.round(rate * seconds) },
    (_, n) => 10_000 * Math.sin((2 * Math.PI * hertz * n) / rate),
  );
}

/** dB against the tone that went in, away from both ends. */
function gain(hertz: number, rate: number): number {
  const out = toTelephoneRate({ rate, samples: tone(hertz, rate) }).slice(400, -400);
  const power = out.reduce((sum, sample) => sum + sample * sample, 0) / out.length;
  return 10 * Math.log10(power / (10_000 ** 2 / 2) + 1e-12);
}

describe.each(rates)('%i samples a second', (rate) => {
  test('speech passes as it is', () => {
    for (const hertz of [100, 300, 1_000, 2_000, 3_000, 3_400])
      expect(Math.abs(gain(hertz, rate))).toBeLessThan(0.1);
  });
  test('what would come back as another tone is removed', () => {
    for (const hertz of [4_000, 4_600, 5_000, 5_400])
      if (hertz < rate / 2) expect(gain(hertz, rate)).toBeLessThan(-55);
    for (const hertz of [7_000, 7_900, 10_000, 16_000])
      if (hertz < rate / 2) expect(gain(hertz, rate)).toBeLessThan(-60);
  });
  test('it lasts as long, at the same pitch and in the same phase', () => {
    const out = toTelephoneRate({ rate, samples: tone(1_000, rate) });
    expect(Math.abs(out.length - 4_000)).toBeLessThanOrEqual(1);
    const expected = tone(1_000, 8_000);
    for (let n = 400; n < 3_600; n++) expect(Math.abs(out[n]! - expected[n]!)).toBeLessThan(120);
  });
  test('a constant stays itself', () => {
    const out = toTelephoneRate({ rate, samples: new Float64Array(rate).fill(500) });
    for (const sample of out.slice(100, -100)) expect(sample).toBeCloseTo(500, 6);
  });
});
test('8,000 samples a second stay untouched', () => {
  const samples = tone(3_900, 8_000);
  expect(toTelephoneRate({ rate: 8_000, samples })).toBe(samples);
});
