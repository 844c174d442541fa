import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PUBLISHED_RISK_PROFILES } from './risk-profiles.ts';
import { riskLevel, workRest } from './work-rest.ts';
import { PUBLISHED_WORK_REST_PROFILES } from './work-rest-profiles.ts';
import {
  checkRiskProfile,
  checkWorkRestProfile,
  type RiskProfileDraft,
  type WorkRestDraft,
} from './work-rest-rules.ts';

const band = (max: number | null, workPercent: number | null) => ({
  workRestIntensityId: 'hard',
  max,
  workPercent,
});
const draft: WorkRestDraft = {
  name: 'Grounds crew',
  primaryMetric: 'WBGT',
  customStopText: 'Go home',
  customContinuousText: null,
  useRiskProfile: false,
  riskProfileId: null,
  intensities: [{ id: 'hard', name: 'Hard' }],
  modifiers: [{ id: 'suit', name: 'Suit', adjustment: 5 }],
  matrices: [band(80, 1), band(90, 0.5), band(null, 0)],
};

describe('an own work/rest profile', () => {
  test('is accepted when it is whole, and so is every published one', () => {
    expect(checkWorkRestProfile(draft)).toEqual({});
    expect(
      checkWorkRestProfile({
        ...draft,
        matrices: [band(80, 1), band(85, null), band(90, 0.5), band(null, 0)],
      }),
    ).toEqual({});
    for (const profile of PUBLISHED_WORK_REST_PROFILES)
      expect(checkWorkRestProfile(profile as unknown as WorkRestDraft), profile.name).toEqual({});
  });

  test.each<[string, Partial<WorkRestDraft>, string, string]>([
    ['no name', { name: ' ' }, 'Name', 'Name is required'],
    ['a name with a tag', { name: '<b>' }, 'Name', 'Name cannot contain < or > or control characters'],
    [
      'a long text',
      { customStopText: 'x'.repeat(101) },
      'CustomStopText',
      'Text for no work can be at most 100 characters',
    ],
    [
      'a risk profile that is not named',
      { useRiskProfile: true },
      'RiskProfileId',
      'Choose the risk profile to use',
    ],
    ['no intensity', { intensities: [], matrices: [] }, 'Intensities', 'At least one intensity is required'],
    [
      'two of a name',
      {
        modifiers: [
          { id: 'a', name: 'Suit', adjustment: 1 },
          { id: 'b', name: 'suit ', adjustment: 2 },
        ],
      },
      'Modifiers',
      'Each modifier needs a name of its own',
    ],
    [
      'a huge adjustment',
      { modifiers: [{ id: 'a', name: 'Suit', adjustment: 31 }] },
      'Modifiers',
      'A modifier adjusts by -20 to 30 °F',
    ],
    [
      'an adjustment that is no number',
      { modifiers: [{ id: 'a', name: 'Suit', adjustment: Number.NaN }] },
      'Modifiers',
      'A modifier adjusts by -20 to 30 °F',
    ],
    ['no band', { matrices: [] }, 'Matrices', 'Hard: at least one band is required'],
    ['no open end', { matrices: [band(80, 1)] }, 'Matrices', 'Hard: the last band must have no end'],
    [
      'two open ends',
      { matrices: [band(null, 1), band(null, 0)] },
      'Matrices',
      'Hard: only the last band can be without an end',
    ],
    [
      'bands out of order',
      { matrices: [band(90, 1), band(80, 0.5), band(null, 0)] },
      'Matrices',
      'Hard: bands must be in order, each ending hotter than the one before',
    ],
    [
      'two bands of one end',
      { matrices: [band(80, 1), band(80, 0.5), band(null, 0)] },
      'Matrices',
      'Hard: bands must be in order, each ending hotter than the one before',
    ],
    [
      'more than the whole hour',
      { matrices: [band(null, 1.01)] },
      'Matrices',
      'Hard: work is 0 to 100 percent of the hour',
    ],
    [
      'more work in more heat',
      { matrices: [band(80, 0.5), band(90, null), band(null, 0.6)] },
      'Matrices',
      'Hard: a hotter band cannot allow more work than a cooler one',
    ],
    [
      'a band of nobody',
      { matrices: [...draft.matrices, { ...band(null, 0), workRestIntensityId: 'easy' }] },
      'Matrices',
      'A band belongs to an unknown intensity',
    ],
  ])('%s is refused', (_, part, label, sentence) => {
    expect(checkWorkRestProfile({ ...draft, ...part })).toEqual({ [label]: [sentence] });
  });

  test('what is accepted answers every value, never more generously for a hotter one', () => {
    const ends = fc.uniqueArray(fc.integer({ min: 0, max: 1_500 }), { maxLength: 8 });
    fc.assert(
      fc.property(
        ends,
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 9, maxLength: 9 }),
        fc.array(fc.integer({ min: -200, max: 2_000 }), { minLength: 2, maxLength: 2 }),
        (tenths, percents, values) => {
          const sortedEnds = [...tenths.toSorted((a, b) => a - b).map((tenth) => tenth / 10), null];
          const work = percents.toSorted((a, b) => b - a);
          const matrices = sortedEnds.map((max, i) => band(max, work[i]! / 100));
          const profile = { ...draft, matrices };
          expect(checkWorkRestProfile(profile)).toEqual({});
          const [cool, hot] = values
            .toSorted((a, b) => a - b)
            .map((tenth) => workRest(profile, tenth / 10, [], 'hard')!.workMinutes!);
          expect(hot!).toBeLessThanOrEqual(cool!);
        },
      ),
    );
  });
});

describe('a risk profile', () => {
  const level = (id: string, max: number | null) => ({
    id,
    name: id,
    description: '',
    max,
    color: '#112233',
    colorSecondary: '#445566',
  });
  const risk: RiskProfileDraft = {
    name: 'Ours',
    metric: 'WBGT',
    riskLevels: [level('low', 80), level('high', null)],
  };

  test('is accepted when it is whole, and so is every published one, on the metric of whoever uses it', () => {
    expect(checkRiskProfile(risk)).toEqual({});
    for (const profile of PUBLISHED_RISK_PROFILES) expect(checkRiskProfile(profile)).toEqual({});
    for (const { useRiskProfile, riskProfileId, primaryMetric, name } of PUBLISHED_WORK_REST_PROFILES) {
      const used = PUBLISHED_RISK_PROFILES.find(({ id }) => id === riskProfileId);
      expect([name, used?.metric]).toEqual([name, useRiskProfile ? primaryMetric : undefined]);
    }
  });

  test('the edges of the published ones', () => {
    const names = (id: string, values: number[]) =>
      values.map((value) => riskLevel(PUBLISHED_RISK_PROFILES.find((one) => one.id === id)!, value)?.id);
    expect(names('ghsa-bands', [81.9, 82, 86.9, 87, 89.9, 90, 92, 92.1])).toEqual([
      'green',
      'yellow',
      'yellow',
      'orange',
      'orange',
      'red',
      'red',
      'black',
    ]);
    expect(names('army-heat-categories', [77.9, 78, 82, 85, 88, 90])).toEqual([
      'none',
      'category-1',
      'category-2',
      'category-3',
      'category-4',
      'category-5',
    ]);
    expect(names('nws-heat-index', [79.9, 80, 90, 103, 125])).toEqual([
      'below',
      'caution',
      'extreme-caution',
      'danger',
      'extreme-danger',
    ]);
  });

  test.each<[string, Partial<RiskProfileDraft>, string, string]>([
    ['no level', { riskLevels: [] }, 'RiskLevels', 'At least one level is required'],
    ['no open end', { riskLevels: [level('low', 80)] }, 'RiskLevels', 'The last band must have no end'],
    [
      'a color that is none',
      { riskLevels: [{ ...level('low', null), color: 'url(x)' }] },
      'RiskLevels',
      'Colors must be written like #0B74B8',
    ],
    [
      'an id that is none',
      { riskLevels: [{ ...level('low', null), id: 'a b' }] },
      'RiskLevels',
      'The id of a level has letters, digits, - or _',
    ],
  ])('%s is refused', (_, part, label, sentence) => {
    expect(checkRiskProfile({ ...risk, ...part })).toEqual({ [label]: [sentence] });
  });
});
