// Published scales of heat risk for the published work/rest profiles. A level applies up to and including its
// `max` (°F of the scale's metric, compared at 0.1 °F); the last one has no end. Colors are those by which
// the guidance names its levels.

import type { HeatMetric, RiskLevel } from './work-rest.ts';

export type RiskProfile = {
  id: string;
  name: string;
  source: string;
  metric: HeatMetric;
  riskLevels: readonly (RiskLevel & {
    id: string;
    description: string;
    color: string;
    colorSecondary: string;
  })[];
};

type LevelLine = readonly [
  max: number | null,
  id: string,
  name: string,
  description: string,
  color: string,
  colorSecondary: string,
];

function levels(lines: readonly LevelLine[]): RiskProfile['riskLevels'] {
  return lines.map(([max, id, name, description, color, colorSecondary]) => ({
    id,
    name,
    description,
    max,
    color,
    colorSecondary,
  }));
}

/**
 * The five bands of the Georgia by-law, with the colors and words of the Korey Stringer Institute for bands
 * of this kind. WBGT.
 */
export const GHSA_RISK_PROFILE: RiskProfile = {
  id: 'ghsa-bands',
  name: 'High school heat bands',
  source:
    'Bands of Georgia High School Association by-law 2.67; colors and words after Grundstein et al., Regional heat safety thresholds for athletics in the contiguous United States, Applied Geography 56 (2015) 55–60, category 3',
  metric: 'WBGT',
  riskLevels: levels([
    [81.9, 'green', 'Good conditions', 'Rest breaks as usual', '#2e9e5b', '#0f5a30'],
    [86.9, 'yellow', 'Less than ideal', 'Watch those at risk', '#f2c230', '#8a6a00'],
    [89.9, 'orange', 'Moderate risk', 'Shorter practice, less equipment', '#ee8130', '#8f4300'],
    [92, 'red', 'High risk', 'One hour at most, no equipment', '#d3382c', '#7d140c'],
    [null, 'black', 'Extreme conditions', 'No outdoor workouts', '#1c1f24', '#8e97a3'],
  ]),
};

/** Heat categories of the U.S. Army, WBGT; their flag colors are their names. */
export const ARMY_RISK_PROFILE: RiskProfile = {
  id: 'army-heat-categories',
  name: 'Army heat categories',
  source:
    'U.S. Army TB MED 507 / AFPAM 48-152(I), Heat Stress Control and Heat Casualty Management (2003), table 3-1',
  metric: 'WBGT',
  riskLevels: levels([
    [77.9, 'none', 'Below category 1', 'No flag', '#cfd8e3', '#54657a'],
    [81.9, 'category-1', 'Category 1 (white)', 'Hard work needs rest', '#ffffff', '#54657a'],
    [84.9, 'category-2', 'Category 2 (green)', 'Moderate and hard work need rest', '#2e9e5b', '#0f5a30'],
    [87.9, 'category-3', 'Category 3 (yellow)', 'Longer rest for moderate work', '#f2c230', '#8a6a00'],
    [89.9, 'category-4', 'Category 4 (red)', 'Moderate work for half of the hour', '#d3382c', '#7d140c'],
    [null, 'category-5', 'Category 5 (black)', 'Easy work needs rest too', '#1c1f24', '#8e97a3'],
  ]),
};

/** The heat index chart of the National Weather Service; at an edge the more severe level. */
export const NWS_RISK_PROFILE: RiskProfile = {
  id: 'nws-heat-index',
  name: 'NWS heat index levels',
  source: 'National Weather Service, Heat Index chart (weather.gov/safety/heat-index)',
  metric: 'Heat Index',
  riskLevels: levels([
    [79.9, 'below', 'Below caution', 'The chart begins at 80 °F', '#cfd8e3', '#54657a'],
    [89.9, 'caution', 'Caution', 'Fatigue is possible', '#fff27a', '#7a6a00'],
    [
      102.9,
      'extreme-caution',
      'Extreme caution',
      'Heat cramps and heat exhaustion are possible',
      '#f2c230',
      '#8a6a00',
    ],
    [124.9, 'danger', 'Danger', 'Heat exhaustion is likely, heat stroke is possible', '#ee8130', '#8f4300'],
    [null, 'extreme-danger', 'Extreme danger', 'Heat stroke is highly likely', '#d3382c', '#7d140c'],
  ]),
};

/** All published risk profiles of the product. */
export const PUBLISHED_RISK_PROFILES: readonly RiskProfile[] = [
  GHSA_RISK_PROFILE,
  ARMY_RISK_PROFILE,
  NWS_RISK_PROFILE,
];
