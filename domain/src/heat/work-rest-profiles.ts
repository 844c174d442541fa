// Published heat guidance as work/rest profiles. Bands are printed with gaps of 0.1 °F ("82.0–86.9"), so
// `max` is inclusive and values are compared at 0.1 °F. Where a guidance counts breaks, the work percent is
// the rest of the hour. Advice is paraphrased; the guidance itself is authoritative.

import type { WorkRestBand, WorkRestProfile } from './work-rest.ts';

export type PublishedWorkRestProfile = WorkRestProfile & {
  id: string;
  name: string;
  source: string;
  /** Whether this is a proposal, not law or adopted guidance. Every display then names it so. */
  proposed: boolean;
  /** The published scale of risk on the same metric; null where there is none. */
  riskProfileId: string | null;
};

type BandLine = readonly [max: number | null, workPercent: number | null, advice?: string];

function bands(workRestIntensityId: string, lines: readonly BandLine[]): WorkRestBand[] {
  return lines.map(([max, workPercent, advice]) => ({
    workRestIntensityId,
    max,
    workPercent,
    ...(advice ? { advice } : {}),
  }));
}

const COMMON = {
  durationUnit: 'Hour',
  customStopText: 'Stop outdoor activity',
  customContinuousText: 'No limit to work time',
  useRiskProfile: false,
  riskProfileId: null,
  modifiers: [],
  proposed: false,
} as const;

/** Georgia High School Association, by-law 2.67: practice in all sports, WBGT. */
export const GHSA_PROFILE: PublishedWorkRestProfile = {
  ...COMMON,
  id: 'ghsa-2-67',
  useRiskProfile: true,
  riskProfileId: 'ghsa-bands',
  name: 'GHSA practice policy 2.67',
  source:
    'Georgia High School Association, Constitution and By-Laws, 2.67 Practice Policy for Heat and Humidity (ghsa.net)',
  primaryMetric: 'WBGT',
  customStopText: 'No outdoor workouts: cancel, or delay until it is cooler',
  intensities: [{ id: 'practice', name: 'Practice' }],
  matrices: bands('practice', [
    [81.9, 51 / 60, 'At least 3 rest breaks of 3 minutes each hour'],
    [86.9, 48 / 60, 'At least 3 rest breaks of 4 minutes each hour; watch players at risk'],
    [
      89.9,
      44 / 60,
      'Practice up to 2 hours; at least 4 rest breaks of 4 minutes each hour; football in helmet, pads and shorts',
    ],
    [92, 40 / 60, 'Practice up to 1 hour with 20 minutes of rest; no protective equipment, no conditioning'],
    [null, 0, 'No outdoor workouts'],
  ]),
};

/**
 * American College of Sports Medicine 2007: training and non-continuous activity of healthy adults, WBGT.
 * Figures only where it has any.
 */
export const ACSM_PROFILE: PublishedWorkRestProfile = {
  ...COMMON,
  id: 'acsm-2007',
  name: 'ACSM 2007',
  source:
    'Armstrong et al., ACSM position stand: exertional heat illness during training and competition, Med. Sci. Sports Exerc. 39 (2007) 556–572',
  primaryMetric: 'WBGT',
  customStopText: 'Cancel exercise',
  customContinuousText: 'Normal activity',
  intensities: [
    { id: 'not-acclimatized', name: 'Not acclimatized, unfit or at high risk' },
    { id: 'acclimatized', name: 'Acclimatized, fit, at low risk' },
  ],
  matrices: [
    ...bands('not-acclimatized', [
      [50, 1],
      [65, 1],
      [72, null, 'More rest; watch fluid intake'],
      [78, null, 'More rest; shorten the activity'],
      [82, null, 'More rest; shorten and ease the activity'],
      [86, 0.5, 'Rest as long as work; limit intense exercise; watch those at risk'],
      [90, 0, 'Cancel or stop practice and competition'],
      [null, 0, 'Cancel exercise'],
    ]),
    ...bands('acclimatized', [
      [50, 1],
      [65, 1],
      [72, 1],
      [78, 1, 'Watch fluid intake'],
      [82, 1, 'Watch fluid intake'],
      [86, null, 'Plan intense or long exercise with care; watch those at risk'],
      [90, null, 'Limit intense exercise and the time in the heat'],
      [null, 0, 'Cancel exercise'],
    ]),
  ],
};

/** U.S. Army TB MED 507 (2003): acclimatized soldiers in summer uniform, WBGT. */
export const TB_MED_507_PROFILE: PublishedWorkRestProfile = {
  ...COMMON,
  id: 'tb-med-507',
  useRiskProfile: true,
  riskProfileId: 'army-heat-categories',
  name: 'Army TB MED 507',
  source:
    'U.S. Army TB MED 507 / AFPAM 48-152(I), Heat Stress Control and Heat Casualty Management (2003), table 3-1',
  primaryMetric: 'WBGT',
  intensities: [
    { id: 'easy', name: 'Easy work' },
    { id: 'moderate', name: 'Moderate work' },
    { id: 'hard', name: 'Hard work' },
  ],
  modifiers: [
    { id: 'body-armor', name: 'Body armor in humid climate', adjustment: 5 },
    { id: 'mopp-4-easy', name: 'Chemical protection (MOPP 4), easy work', adjustment: 10 },
    {
      id: 'mopp-4-moderate-hard',
      name: 'Chemical protection (MOPP 4), moderate or hard work',
      adjustment: 20,
    },
  ],
  matrices: [
    ...bands('easy', [
      [77.9, 1],
      [81.9, 1, 'Water ½ qt/h'],
      [84.9, 1, 'Water ½ qt/h'],
      [87.9, 1, 'Water ¾ qt/h'],
      [89.9, 1, 'Water ¾ qt/h'],
      [null, 50 / 60, 'Water 1 qt/h'],
    ]),
    ...bands('moderate', [
      [77.9, 1],
      [81.9, 1, 'Water ¾ qt/h'],
      [84.9, 50 / 60, 'Water ¾ qt/h'],
      [87.9, 40 / 60, 'Water ¾ qt/h'],
      [89.9, 30 / 60, 'Water ¾ qt/h'],
      [null, 20 / 60, 'Water 1 qt/h'],
    ]),
    ...bands('hard', [
      [77.9, 1],
      [81.9, 40 / 60, 'Water ¾ qt/h'],
      [84.9, 30 / 60, 'Water 1 qt/h'],
      [87.9, 30 / 60, 'Water 1 qt/h'],
      [89.9, 20 / 60, 'Water 1 qt/h'],
      [null, 10 / 60, 'Water 1 qt/h'],
    ]),
  ],
};

/** California, outdoor work, dry-bulb air temperature. */
export const CAL_OSHA_PROFILE: PublishedWorkRestProfile = {
  ...COMMON,
  id: 'cal-osha-3395',
  name: 'Cal/OSHA outdoor heat',
  source:
    'California Code of Regulations, title 8, section 3395, Heat Illness Prevention in Outdoor Places of Employment',
  primaryMetric: 'Temperature',
  intensities: [
    { id: 'outdoor', name: 'Outdoor work' },
    { id: 'agriculture', name: 'Agriculture' },
  ],
  matrices: [
    ...bands('outdoor', [
      [79.9, 1],
      [94.9, 1, 'Shade is up; a cool-down rest of at least 5 minutes whenever a worker asks'],
      [null, 1, 'High-heat procedures: observe workers, keep in contact, remind to drink'],
    ]),
    ...bands('agriculture', [
      [79.9, 1],
      [94.9, 1, 'Shade is up; a cool-down rest of at least 5 minutes whenever a worker asks'],
      [null, 110 / 120, 'High-heat procedures; a cool-down rest of 10 minutes every 2 hours'],
    ]),
  ],
};

/** Federal OSHA's proposal of 30 August 2024, heat index. Not law. */
export const OSHA_PROPOSED_PROFILE: PublishedWorkRestProfile = {
  ...COMMON,
  id: 'osha-proposed-2024',
  useRiskProfile: true,
  riskProfileId: 'nws-heat-index',
  name: 'OSHA heat rule (proposed, not law)',
  source:
    'OSHA, Heat Injury and Illness Prevention in Outdoor and Indoor Work Settings, proposed rule 29 CFR 1910.148, 89 FR 70698 (30 August 2024)',
  proposed: true,
  primaryMetric: 'Heat Index',
  intensities: [{ id: 'work', name: 'Work' }],
  matrices: bands('work', [
    [79.9, 1],
    [89.9, 1, 'Initial heat trigger: water, a break area, paid rest as needed'],
    [null, 105 / 120, 'High heat trigger: a paid rest of 15 minutes at least every 2 hours; observe workers'],
  ]),
};

/**
 * The default for an organization without a choice: the strictest profile that gives figures throughout.
 * Every display states that it is the default.
 */
export const DEFAULT_WORK_REST_PROFILE = GHSA_PROFILE;

/** All published profiles of the product. */
export const PUBLISHED_WORK_REST_PROFILES: readonly PublishedWorkRestProfile[] = [
  GHSA_PROFILE,
  ACSM_PROFILE,
  TB_MED_507_PROFILE,
  CAL_OSHA_PROFILE,
  OSHA_PROPOSED_PROFILE,
];
