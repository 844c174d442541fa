import { measureKind } from '../core/index.ts';
import { noticeText } from './notice-text.ts';

/** What an example of an alert text says where the policy does not say it yet (specification 1, section 9). */
export const alertTextDefaults = {
  threshold: 80,
  allClearMinutes: { lightning: 10, others: 60 },
  /** How far inside the radius the strike of an example is, miles. */
  lightningInsideMiles: 0.4,
} as const;

/** 3:42 PM at the example's place. */
const exampleAt = Date.UTC(2026, 6, 15, 20, 42);
const exampleTimeZone = 'America/Chicago';

export interface ExampleNotice {
  readonly typeShortName: string;
  readonly unit: string;
  readonly precision: number;
  readonly isDesc: boolean;
  /** Display name of the policy. */
  readonly policyName: string;
  /** In the type's unit; null while it is not entered. */
  readonly threshold: number | null;
  /** Null while it is not entered. */
  readonly allClearMinutes: number | null;
  /** The event of a weather-service policy. */
  readonly event: string | null;
  /** For the all clear instead of the start of a warning. */
  readonly allClear: boolean;
  readonly additionalText: string;
}

/**
 * The short text of a notice as people would receive it, for a strike just inside the radius or a value at the
 * threshold. Missing limits are those of `alertTextDefaults`.
 */
export function exampleNoticeText(example: ExampleNotice): string {
  const isLightning = measureKind(example.typeShortName) === 'lightning';
  const threshold = example.threshold ?? alertTextDefaults.threshold;
  const { lightning, others } = alertTextDefaults.allClearMinutes;
  const value = isLightning ? Math.max(0, threshold - alertTextDefaults.lightningInsideMiles) : threshold;
  return noticeText({
    notice: example.allClear ? 'all-clear' : 'started',
    policyName: example.policyName,
    typeShortName: example.typeShortName,
    unit: example.unit,
    precision: example.precision,
    isDesc: example.isDesc,
    threshold,
    value: example.allClear ? null : value,
    locationName: 'Stadium',
    at: exampleAt,
    startedAt: exampleAt,
    allClearMinutes: example.allClearMinutes ?? (isLightning ? lightning : others),
    timeZone: exampleTimeZone,
    additionalText: example.additionalText,
    event: example.event,
    isTest: false,
  }).short;
}
