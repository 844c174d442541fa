import type { Threat } from '@allclear/contract';
import { amountText, exceededText, measureKind, policyTypeOf } from '@allclear/domain';
import { timeOfDay } from '../../../clock/time-text.ts';

/** `unforeseen`: no forecast covers it, which does not mean that it will not happen. */
export type RiskLevel = 'error' | 'warn' | 'low' | 'unforeseen';

export interface Risk {
  readonly id: string;
  readonly name: string;
  readonly threatType: number;
  readonly level: RiskLevel;
  /** The policy is exceeded already. */
  readonly now: boolean;
  /** When the policy is exceeded: 'At or above 87.0 °F', 'Within 10 mi'. */
  readonly threshold: string;
  /** Today's hours at that level in the place's time: '2 PM – 5 PM', 'Since 1:40 PM'. */
  readonly times: readonly string[];
  /** The meaning of the level, in a sentence. */
  readonly meaning: string;
}

export const levelText: Readonly<Record<RiskLevel, string>> = {
  error: 'High',
  warn: 'Elevated',
  low: 'Low',
  unforeseen: 'Not forecast',
};
const gravest: readonly RiskLevel[] = ['error', 'warn', 'low', 'unforeseen'];

/** The risks of today, the most severe first; past hours are left out. */
export function risksOf(threats: readonly Threat[], timeZone: string, nowMs: number | null): Risk[] {
  return threats
    .map((threat) => riskOf(threat, timeZone, nowMs))
    .toSorted(
      (a, b) =>
        Number(b.now) - Number(a.now) ||
        gravest.indexOf(a.level) - gravest.indexOf(b.level) ||
        a.name.localeCompare(b.name),
    );
}

function riskOf(threat: Threat, timeZone: string, nowMs: number | null): Risk {
  const level: RiskLevel =
    threat.threatLevel === 2
      ? 'error'
      : threat.threatLevel === 1
        ? 'warn'
        : threat.foreseen
          ? 'low'
          : 'unforeseen';
  return {
    id: threat.policyId,
    name: threat.policyName,
    threatType: threat.threatType,
    level,
    now: threat.threatTimes.some(({ endTime }) => endTime === null),
    threshold: thresholdText(threat),
    times: threat.threatTimes
      .filter(({ endTime }) => endTime === null || nowMs === null || Date.parse(endTime) > nowMs)
      .map(({ startTime, endTime }) =>
        endTime === null
          ? `Since ${hour(startTime, timeZone)}`
          : `${hour(startTime, timeZone)} – ${hour(endTime, timeZone)}`,
      ),
    meaning: meaningOf(threat, level),
  };
}

/**
 * The place's local time, without the minutes of a full hour, with its zone where it differs from the
 * reader's.
 */
const hour = (iso: string, timeZone: string) => timeOfDay(iso, timeZone).replace(':00', '');

function thresholdText({ policyTypeShortName, threshold, unit, isDesc }: Threat): string {
  const precision = policyTypeOf(policyTypeShortName)?.precision ?? 0;
  const kind = measureKind(policyTypeShortName);
  if (kind === 'alert') return 'Alerts of the weather service';
  if (kind === 'lightning') return `Lightning within ${amountText(threshold, { unit, precision })}`;
  const text = exceededText({ threshold, unit, isDesc, precision });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function meaningOf(threat: Threat, level: RiskLevel): string {
  const kind = measureKind(threat.policyTypeShortName);
  if (threat.threatTimes.some(({ endTime }) => endTime === null)) return 'The policy is broken now.';
  if (level === 'error') return 'The forecast reaches the threshold.';
  if (level === 'warn')
    return kind === 'lightning'
      ? 'Thunderstorms are forecast. Only lightning itself starts a delay.'
      : 'The forecast comes near the threshold.';
  if (level === 'low')
    return kind === 'lightning'
      ? 'No thunderstorms are forecast for the rest of today.'
      : 'The forecast stays clear of the threshold today.';
  return kind === 'alert' || threat.policyTypeShortName.startsWith('AQI')
    ? 'No forecast speaks of it. You are warned when it happens.'
    : 'The forecast says nothing of it today. You are warned when it happens.';
}
