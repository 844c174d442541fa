import { describe, expect, test } from 'vitest';
import { strictestIntensity, workRest } from './work-rest.ts';
import { PUBLISHED_WORK_REST_PROFILES } from './work-rest-profiles.ts';

const minutes = (
  profileId: string,
  intensityId: string,
  values: readonly number[],
  modifiers: string[] = [],
) => {
  const profile = PUBLISHED_WORK_REST_PROFILES.find(({ id }) => id === profileId)!;
  return values.map((value) => {
    const rest = workRest(profile, value, modifiers, intensityId)!;
    return rest.workMinutes === null ? null : Math.round(rest.workMinutes * 10) / 10;
  });
};

describe('published profiles', () => {
  test('GHSA: both sides of each edge', () => {
    expect(minutes('ghsa-2-67', 'practice', [60, 81.9, 82, 86.9, 87, 89.9, 90, 92, 92.1])).toEqual([
      51, 51, 48, 48, 44, 44, 40, 40, 0,
    ]);
    expect(minutes('ghsa-2-67', 'practice', [81.95, 86.95, 89.95, 92.04])).toEqual([48, 44, 40, 40]);
  });

  test('ACSM: both groups, figures only where it has any', () => {
    const edges = [50, 50.1, 65, 65.1, 72, 72.1, 78, 78.1, 82, 82.1, 86, 86.1, 90, 90.1];
    expect(minutes('acsm-2007', 'not-acclimatized', edges)).toEqual([
      60,
      60,
      60,
      null,
      null,
      null,
      null,
      null,
      null,
      30,
      30,
      0,
      0,
      0,
    ]);
    expect(minutes('acsm-2007', 'acclimatized', edges)).toEqual([
      60,
      60,
      60,
      60,
      60,
      60,
      60,
      60,
      60,
      null,
      null,
      null,
      null,
      0,
    ]);
  });

  test('TB MED 507: each category and kind of work', () => {
    const categories = [77.9, 78, 81.9, 82, 84.9, 85, 87.9, 88, 89.9, 90];
    expect(minutes('tb-med-507', 'easy', categories)).toEqual([60, 60, 60, 60, 60, 60, 60, 60, 60, 50]);
    expect(minutes('tb-med-507', 'moderate', categories)).toEqual([60, 60, 60, 50, 50, 40, 40, 30, 30, 20]);
    expect(minutes('tb-med-507', 'hard', categories)).toEqual([60, 40, 40, 30, 30, 30, 30, 20, 20, 10]);
    expect(minutes('tb-med-507', 'moderate', [77], ['body-armor'])).toEqual([50]);
    expect(minutes('tb-med-507', 'easy', [80], ['mopp-4-easy'])).toEqual([50]);
    expect(minutes('tb-med-507', 'hard', [70], ['mopp-4-moderate-hard'])).toEqual([10]);
  });

  test('Cal/OSHA: ten minutes of every two hours in agriculture from 95 °F', () => {
    expect(minutes('cal-osha-3395', 'agriculture', [79.9, 80, 94.9, 95])).toEqual([60, 60, 60, 55]);
    expect(minutes('cal-osha-3395', 'outdoor', [79.9, 80, 94.9, 95])).toEqual([60, 60, 60, 60]);
  });

  test('OSHA’s proposal: fifteen minutes of every two hours from a heat index of 90 °F, and it says what it is', () => {
    expect(minutes('osha-proposed-2024', 'work', [79.9, 80, 89.9, 90])).toEqual([60, 60, 60, 52.5]);
    const proposed = PUBLISHED_WORK_REST_PROFILES.filter((profile) => profile.proposed);
    expect(proposed.map(({ name }) => name)).toEqual(['OSHA heat rule (proposed, not law)']);
  });

  test.each(PUBLISHED_WORK_REST_PROFILES)(
    '$name is whole: a source, an open end for every intensity, advice beside every restriction',
    (profile) => {
      expect(profile.source.length).toBeGreaterThan(20);
      for (const text of [profile.name, profile.customStopText, profile.customContinuousText])
        expect(text).toBeTruthy();
      for (const { name } of [...profile.intensities, ...profile.modifiers]) expect(name).toBeTruthy();
      for (const { advice } of profile.matrices) expect(advice).not.toBe('');
      expect(new Set(profile.matrices.map(({ workRestIntensityId }) => workRestIntensityId))).toEqual(
        new Set(profile.intensities.map(({ id }) => id)),
      );
      for (const { id } of profile.intensities) {
        const bands = profile.matrices.filter(({ workRestIntensityId }) => workRestIntensityId === id);
        expect(bands.filter(({ max }) => max === null)).toHaveLength(1);
        for (const { workPercent, advice } of bands) if (workPercent !== 1) expect(advice).toBeTruthy();
      }
    },
  );

  test('until somebody chooses, the kind of work that is allowed least holds', () => {
    expect(PUBLISHED_WORK_REST_PROFILES.map(strictestIntensity)).toEqual([
      'practice',
      'not-acclimatized',
      'hard',
      'agriculture',
      'work',
    ]);
    expect(strictestIntensity({ intensities: [], matrices: [] })).toBeNull();
  });

  test('each is on the scale its guidance uses', () => {
    expect(PUBLISHED_WORK_REST_PROFILES.map(({ id, primaryMetric }) => [id, primaryMetric])).toEqual([
      ['ghsa-2-67', 'WBGT'],
      ['acsm-2007', 'WBGT'],
      ['tb-med-507', 'WBGT'],
      ['cal-osha-3395', 'Temperature'],
      ['osha-proposed-2024', 'Heat Index'],
    ]);
  });
});
