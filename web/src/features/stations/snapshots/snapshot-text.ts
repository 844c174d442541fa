import type { ConditionSnapshot, SnapshotRule } from '@allclear/contract';
import { weekdayNames } from '@allclear/domain';
import { span } from '../../../clock/time-text.ts';

export const reasonNames: Readonly<Record<ConditionSnapshot['reason'], string>> = {
  'warning-started': 'Warning started',
  'warning-ended': 'Warning ended',
  scheduled: 'Scheduled',
  person: 'Taken by a person',
};

/** 'Warning started: Lightning', 'Scheduled: Football', 'Taken by Ana Diaz'. */
export function reasonText({ reason, cause, takenBy }: ConditionSnapshot): string {
  if (reason === 'person') return takenBy?.name ? `Taken by ${takenBy.name}` : reasonNames.person;
  return cause === '' ? reasonNames[reason] : `${reasonNames[reason]}: ${cause}`;
}

/** How current the station was; null where its report was of the instant. */
export function staleText({ stale, ageSeconds }: ConditionSnapshot): string | null {
  if (!stale) return null;
  return ageSeconds === null
    ? 'The station had been silent for more than a day.'
    : `The station was silent: its last report was ${span(ageSeconds)} old.`;
}

/** '86 °F'; a dash for what was not measured. */
export function measureText(value: number | null, unit: string, decimals = 0): string {
  return value === null ? '–' : `${value.toFixed(decimals)} ${unit}`;
}

/** 'Monday, Friday at 15:30', '30 minutes before each practice'. */
export function ruleText(rule: SnapshotRule): string {
  if (rule.kind === 'before-practice')
    return rule.minutes === 1
      ? '1 minute before each practice'
      : `${rule.minutes} minutes before each practice`;
  const days =
    rule.weekdays.length === 7 ? 'Every day' : rule.weekdays.map((day) => weekdayNames[day]).join(', ');
  return `${days} at ${rule.time}`;
}
