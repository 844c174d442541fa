import { measureKind } from '../../core/index.ts';
import type { PlaceHold } from '../../locations/index.ts';

/** What CAP 1.2 says of an event: what to do, how soon, how bad and how sure. Its words, in its spelling. */
export interface CapLevels {
  readonly responseType: 'Shelter' | 'Prepare' | 'Execute' | 'Avoid' | 'Monitor' | 'AllClear';
  readonly urgency: 'Immediate' | 'Expected' | 'Future' | 'Past' | 'Unknown';
  readonly severity: 'Extreme' | 'Severe' | 'Moderate' | 'Minor' | 'Unknown';
  readonly certainty: 'Observed' | 'Likely' | 'Possible' | 'Unknown';
}

/** The part of a policy and its warning that decides about the levels. */
export interface CapSubject {
  readonly typeShortName: string;
  /** Lightning within the radius, whatever its size, means stop. */
  readonly lifeSafety: boolean;
  /** Of an alert of the weather service. */
  readonly event: string | null;
}

const observed = { urgency: 'Immediate', certainty: 'Observed' } as const;

/** Lightning within a radius that means stop, and within an outer one. */
const lightningStop: CapLevels = { responseType: 'Shelter', severity: 'Severe', ...observed };
const lightningNear: CapLevels = {
  responseType: 'Prepare',
  urgency: 'Expected',
  severity: 'Moderate',
  certainty: 'Observed',
};

/** Readings. Heat and cold have a plan of work and rest to be carried out; the rest is to be kept away from. */
const readings: Readonly<Record<string, CapLevels['responseType']>> = {
  WBGT: 'Execute',
  HEAT: 'Execute',
  CHILL: 'Execute',
};

/** Alerts of the weather service, by the first pattern that their event fits. */
const alerts: readonly (readonly [pattern: RegExp, levels: CapLevels])[] = [
  [/^(Tornado (Warning|Emergency)|Extreme Wind Warning)$/i, alert('Shelter', 'Immediate', 'Extreme')],
  [/^Severe Thunderstorm Warning$/i, alert('Shelter', 'Immediate', 'Severe')],
  [/Flood.* (Warning|Emergency)$/i, alert('Avoid', 'Immediate', 'Severe')],
  [/ (Warning|Emergency)$/i, alert('Execute', 'Expected', 'Severe')],
  [/ Watch$/i, { responseType: 'Prepare', urgency: 'Future', severity: 'Severe', certainty: 'Possible' }],
];
const otherAlert = alert('Monitor', 'Expected', 'Moderate');

function alert(
  responseType: CapLevels['responseType'],
  urgency: CapLevels['urgency'],
  severity: CapLevels['severity'],
): CapLevels {
  return { responseType, urgency, severity, certainty: 'Likely' };
}

/**
 * The levels of a warning while it is in effect. The tables are our choice, explained in `docs/cap.md`; the words are
 * those of OASIS CAP 1.2, section 3.2.2.
 */
export function levelsOf({ typeShortName, lifeSafety, event }: CapSubject): CapLevels {
  switch (measureKind(typeShortName)) {
    case 'lightning':
      return isStop({ typeShortName, lifeSafety }) ? lightningStop : lightningNear;
    case 'alert':
      return alerts.find(([pattern]) => pattern.test(event ?? ''))?.[1] ?? otherAlert;
    case 'reading':
      return {
        responseType: readings[typeShortName] ?? 'Avoid',
        severity: lifeSafety ? 'Severe' : 'Moderate',
        ...observed,
      };
  }
}

/** Whether lightning within the radius of a lightning policy means stop, and not only to be ready. */
export function isStop({
  typeShortName,
  lifeSafety,
}: Pick<CapSubject, 'typeShortName' | 'lifeSafety'>): boolean {
  return typeShortName === 'LR1' || lifeSafety;
}

/** What to do because of a hold, while the place is not clear: never `AllClear`. */
export function responseToHold(hold: PlaceHold): CapLevels['responseType'] {
  switch (hold.kind) {
    case 'delay':
      return hold.stop ? 'Shelter' : 'Prepare';
    // Whoever took shelter stays there: the quiet has not been observed.
    case 'observing':
    case 'lightning-unknown':
      return 'Shelter';
    case 'closed':
      return 'Avoid';
    case 'warning':
      return levelsOf({ typeShortName: hold.typeShortName, lifeSafety: false, event: hold.event })
        .responseType;
    case 'warnings-unknown':
    case 'checking':
    case 'no-lightning-data':
      return 'Monitor';
  }
}
