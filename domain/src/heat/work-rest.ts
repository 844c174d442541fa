import { isFiniteReading, type Reading, roundTo } from '../core/index.ts';

export type ProfileId = string | number;
export type HeatMetric = 'WBGT' | 'Temperature' | 'Heat Index';

/** The adjustment of a clothing or circumstance, °F. */
export type WorkRestModifier = { id: ProfileId; name: string; adjustment: number };

/**
 * Work allowed to one intensity up to and including `max` °F of the profile's metric (null: everything above
 * the other bands).
 */
export type WorkRestBand = {
  workRestIntensityId: ProfileId;
  max: number | null;
  /** Part of the hour, 0 … 1; null where the guidance restricts work without giving a figure. */
  workPercent: number | null;
  /** Additional advice of the guidance, in few words. */
  advice?: string;
};

/** A heat work/rest profile, with the fields of the specification (1, section 3). */
export type WorkRestProfile = {
  id: ProfileId;
  primaryMetric: HeatMetric;
  durationUnit: 'Hour';
  customStopText: string | null;
  customContinuousText: string | null;
  useRiskProfile: boolean;
  intensities: readonly { id: ProfileId; name: string }[];
  modifiers: readonly WorkRestModifier[];
  matrices: readonly WorkRestBand[];
};

export type WorkRestRecommendation = WorkRestBand & {
  /** The value in °F with the modifiers added, rounded to 0.1: the value that was compared with the bands. */
  adjustedValue: number;
  /** Minutes of work and of rest in an hour; null where the guidance gives no figure. */
  workMinutes: number | null;
  restMinutes: number | null;
  /**
   * The profile's own text for no work and for work without rest; null between them or without such a text.
   */
  text: string | null;
};

/**
 * The band of a profile for a value of its metric (°F), with modifiers (ids of the profile's, or modifiers
 * themselves) and an intensity: the first, by `max`, that is not below the adjusted value. Published bands
 * leave gaps (86.95), so the value is rounded to 0.1 °F first. Above the last band of a profile without an
 * open end the strictest band applies: no answer would read as safe.
 *
 * Null when the value is missing, the profile has no band for the intensity, or a modifier is unknown (its
 * adjustment would be missing on the unsafe side). Sources: specification 1, section 3; the bands' sources
 * are with the profiles.
 */
export function workRest(
  profile: Pick<WorkRestProfile, 'matrices' | 'modifiers' | 'customStopText' | 'customContinuousText'>,
  value: Reading,
  modifiers: readonly (ProfileId | WorkRestModifier)[] | null | undefined,
  intensityId: ProfileId,
): WorkRestRecommendation | null {
  const adjustment = totalAdjustment(profile.modifiers, modifiers ?? []);
  const adjustedValue =
    adjustment === null || !isFiniteReading(value) ? null : roundTo(value + adjustment, 1);
  if (adjustedValue === null) return null;
  const band = firstReaching(
    profile.matrices.filter(({ workRestIntensityId }) => workRestIntensityId === intensityId),
    adjustedValue,
  );
  if (!band) return null;
  const workMinutes = band.workPercent === null ? null : 60 * band.workPercent;
  return {
    ...band,
    adjustedValue,
    workMinutes,
    restMinutes: workMinutes === null ? null : 60 - workMinutes,
    text: textOf(profile, band.workPercent),
  };
}

export type RiskLevel = {
  id: ProfileId;
  name: string;
  description?: string;
  max: number | null;
  color?: string;
  colorSecondary?: string;
};

/**
 * The risk level of a value: the first one, sorted by `max` (null: no end), whose `max` is at least the
 * value. Above all of them the highest: no level would read as no risk. Null when the value is missing or the
 * profile is empty. Source: specification 1, section 9.
 */
export function riskLevel<Level extends Pick<RiskLevel, 'max'>>(
  profile: { riskLevels: readonly Level[] },
  value: Reading,
): Level | null {
  return isFiniteReading(value) ? firstReaching(profile.riskLevels, value) : null;
}

/**
 * The default intensity of a profile: the one with the least allowed work over the relevant heat (60 … 100 °F
 * of its metric). A restriction without a figure counts as half the hour; at a tie the first one. Null for a
 * profile without intensities.
 */
export function strictestIntensity(
  profile: Pick<WorkRestProfile, 'intensities' | 'matrices'>,
): ProfileId | null {
  const allowed = ({ id }: { id: ProfileId }) => {
    const bands = profile.matrices.filter(({ workRestIntensityId }) => workRestIntensityId === id);
    let total = 0;
    for (let value = 60; value <= 100; value++) total += firstReaching(bands, value)?.workPercent ?? 0.5;
    return total;
  };
  let strictest: { id: ProfileId; total: number } | null = null;
  for (const intensity of profile.intensities) {
    const total = allowed(intensity);
    if (strictest === null || total < strictest.total) strictest = { id: intensity.id, total };
  }
  return strictest?.id ?? null;
}

/** The first of the bands by `max` that reaches the value, else the last. */
function firstReaching<Band extends { max: number | null }>(
  bands: readonly Band[],
  value: number,
): Band | null {
  const byMax = [...bands].sort((a, b) => endOf(a) - endOf(b));
  return byMax.find((band) => endOf(band) >= value) ?? byMax[byMax.length - 1] ?? null;
}

function endOf(band: { max: number | null }): number {
  return band.max ?? Number.MAX_VALUE;
}

function totalAdjustment(
  profileModifiers: readonly WorkRestModifier[],
  chosen: readonly (ProfileId | WorkRestModifier)[],
): number | null {
  let total = 0;
  for (const choice of chosen) {
    const modifier = typeof choice === 'object' ? choice : profileModifiers.find(({ id }) => id === choice);
    if (!modifier) return null;
    total += modifier.adjustment;
  }
  return total;
}

function textOf(
  { customStopText, customContinuousText }: Pick<WorkRestProfile, 'customStopText' | 'customContinuousText'>,
  workPercent: number | null,
) {
  if (workPercent === 0) return customStopText;
  return workPercent === 1 ? customContinuousText : null;
}
