import type { Policy, PolicyTypeEntry } from '@allclear/contract';

/** A policy of this type has events instead of a threshold. */
export const alertTypeShortName = 'NWS';

export interface ThresholdText {
  /** '≥' if values at or above the threshold exceed it, '≤' if values at or below do. */
  sign: '≥' | '≤';
  number: string;
  unit: string;
}

type WithThreshold = Pick<Policy, 'threshold' | 'isDesc' | 'precision' | 'unit' | 'policyTypeShortName'>;

/** A threshold with the decimals of its type: '≥ 87.0 °F'. Null for a type without one. */
export function thresholdText({
  threshold,
  isDesc,
  precision,
  unit,
  policyTypeShortName,
}: WithThreshold): ThresholdText | null {
  if (policyTypeShortName === alertTypeShortName) return null;
  return { sign: isDesc ? '≤' : '≥', number: threshold.toFixed(precision), unit };
}

/** The allowed thresholds of this type and their effect: '1 to 50 mi. Warns at this value and below.' */
export function limitText({
  minThreshold,
  limit,
  unit,
  precision,
  isDesc,
  categoryName,
}: PolicyTypeEntry): string {
  const step =
    precision === 0 ? 'whole numbers' : `rounded to ${precision} ${precision === 1 ? 'decimal' : 'decimals'}`;
  const warns =
    categoryName === 'Lightning'
      ? 'A strike this near or nearer warns.'
      : `Warns at this value and ${isDesc ? 'below' : 'above'}.`;
  return `${minThreshold} to ${limit} ${unit}, ${step}. ${warns}`;
}

export function reminderText(reAlertMinutes: number): string {
  return reAlertMinutes === 0 ? 'No reminders' : `Every ${reAlertMinutes} min`;
}

/** 'All clear' on a card; an alert of the weather service ends with the alert itself. */
export function allClearText({
  allClearMinutes,
  policyTypeShortName,
}: Pick<Policy, 'allClearMinutes' | 'policyTypeShortName'>): string {
  return policyTypeShortName === alertTypeShortName && allClearMinutes === 0
    ? 'When the alert ends'
    : `After ${allClearMinutes} min`;
}

/** The first few names, then the number of others; names that the reader may not see count as others. */
export function listText(names: readonly string[], unseen = 0, maximum = 3): string {
  const shown = names.slice(0, maximum);
  const more = names.length - shown.length + unseen;
  return more === 0
    ? shown.join(', ')
    : [...shown, `${more} ${shown.length > 0 ? 'more' : more === 1 ? 'other group' : 'other groups'}`].join(
        ', ',
      );
}

/** The groups of a policy: 'All groups', 'No groups', or names. */
export function groupsText(
  { allGroups, sites }: Pick<Policy, 'allGroups' | 'sites'>,
  nameOf: ReadonlyMap<string, string>,
): string {
  if (allGroups) return 'All groups';
  if (sites.length === 0) return 'No groups';
  const names = sites.flatMap((id) => nameOf.get(id) ?? []);
  return listText(names, sites.length - names.length);
}

/** Who is notified, by the policy's actions. */
export function noticeText({ notificationActions }: Pick<Policy, 'notificationActions'>): string {
  if (!notificationActions.some(({ allClear }) => !allClear)) return 'Dashboard only';
  return notificationActions.some(({ allClear }) => allClear)
    ? 'Users, at the start and at the all clear'
    : 'Users, at the start';
}
