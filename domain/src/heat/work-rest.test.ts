import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING } from '../../test/missing-readings.ts';
import { riskLevel, type WorkRestModifier, type WorkRestProfile, workRest } from './work-rest.ts';

const profile: WorkRestProfile = {
  id: 7,
  primaryMetric: 'WBGT',
  durationUnit: 'Hour',
  customStopText: 'Everyone inside',
  customContinuousText: 'Work on',
  useRiskProfile: true,
  intensities: [
    { id: 1, name: 'Light' },
    { id: 2, name: 'Heavy' },
  ],
  modifiers: [
    { id: 10, name: 'Rain gear', adjustment: 5 },
    { id: 11, name: 'Shade', adjustment: -2.5 },
  ],
  matrices: [
    { workRestIntensityId: 1, max: null, workPercent: 0 },
    { workRestIntensityId: 1, max: 90, workPercent: 0.5 },
    { workRestIntensityId: 1, max: 80, workPercent: 1 },
    { workRestIntensityId: 2, max: 80, workPercent: 0.75 },
    { workRestIntensityId: 2, max: 85, workPercent: null, advice: 'Slowly' },
  ],
};
const light = (value: number, modifiers: (number | WorkRestModifier)[] = []) =>
  workRest(profile, value, modifiers, 1);

describe('workRest', () => {
  test('gives the first band that reaches the value, whatever the order of the table', () => {
    expect([70, 80, 80.1, 90, 90.1, 200].map((value) => light(value)?.workPercent)).toEqual([
      1, 1, 0.5, 0.5, 0, 0,
    ]);
    expect(light(85)).toEqual({
      workRestIntensityId: 1,
      max: 90,
      workPercent: 0.5,
      adjustedValue: 85,
      workMinutes: 30,
      restMinutes: 30,
      text: null,
    });
  });

  test('compares at a tenth of a degree, so that no value falls into a gap', () => {
    expect(light(80.04)?.workPercent).toBe(1);
    expect(light(80.05)?.workPercent).toBe(0.5);
  });

  test('adds the modifiers, by id or as they are', () => {
    expect(light(80, [10])).toMatchObject({ adjustedValue: 85, workPercent: 0.5 });
    expect(light(80, [10, 11])).toMatchObject({ adjustedValue: 82.5, workPercent: 0.5 });
    expect(light(82, [{ id: 99, name: 'Wind', adjustment: -2 }])).toMatchObject({
      adjustedValue: 80,
      workPercent: 1,
    });
    expect(workRest(profile, 80, null, 1)).toEqual(light(80));
  });

  test('says the profile’s words for all and for nothing', () => {
    expect(light(70)).toMatchObject({ text: 'Work on', workMinutes: 60, restMinutes: 0 });
    expect(light(95)).toMatchObject({ text: 'Everyone inside', workMinutes: 0, restMinutes: 60 });
    expect(workRest({ ...profile, customStopText: null }, 95, [], 1)?.text).toBeNull();
  });

  test('gives no minutes where the guidance gives none', () => {
    expect(workRest(profile, 83, [], 2)).toMatchObject({
      workPercent: null,
      workMinutes: null,
      restMinutes: null,
      text: null,
      advice: 'Slowly',
    });
  });

  test('above a profile without an open end the strictest band holds', () => {
    expect(workRest(profile, 100, [], 2)).toMatchObject({ max: 85 });
  });

  test('is null for a missing value, an unknown intensity and an unknown modifier', () => {
    for (const value of MISSING) expect(workRest(profile, value, [], 1)).toBeNull();
    expect(workRest(profile, 80, [], 3)).toBeNull();
    expect(workRest(profile, 80, [12], 1)).toBeNull();
  });

  test('never allows more work in more heat', () => {
    const heat = fc.double({ min: 0, max: 130, noNaN: true });
    fc.assert(
      fc.property(heat, heat, (a, b) => {
        expect(light(Math.max(a, b))!.workMinutes!).toBeLessThanOrEqual(light(Math.min(a, b))!.workMinutes!);
      }),
    );
  });
});

describe('riskLevel', () => {
  const risk = {
    riskLevels: [
      { id: 3, name: 'High', max: 90 },
      { id: 1, name: 'Low', max: 80 },
      { id: 2, name: 'Moderate', max: 85 },
    ],
  };

  test('is the first, by max, whose max is at least the value', () => {
    expect([10, 80, 80.01, 85, 90].map((value) => riskLevel(risk, value)?.name)).toEqual([
      'Low',
      'Low',
      'Moderate',
      'Moderate',
      'High',
    ]);
  });

  test('above them all it is the highest, or the one without an end', () => {
    expect(riskLevel(risk, 90.1)?.name).toBe('High');
    const open = { riskLevels: [{ name: 'Extreme', max: null }, ...risk.riskLevels] };
    expect([90, 91].map((value) => riskLevel(open, value)?.name)).toEqual(['High', 'Extreme']);
  });

  test('is null for a missing value and an empty profile, and leaves the profile as it is', () => {
    for (const value of MISSING) expect(riskLevel(risk, value)).toBeNull();
    expect(riskLevel({ riskLevels: [] }, 80)).toBeNull();
    expect(risk.riskLevels.map(({ id }) => id)).toEqual([3, 1, 2]);
  });
});
