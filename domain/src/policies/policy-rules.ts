import { roundTo } from '../core/index.ts';
import type { FieldErrors } from '../locations/index.ts';
import { type PolicyType, policyTypeOf } from './policy-types.ts';

/**
 * Rules of a policy (specification 2, sections 4 and 5). Errors are sentences by field label, as the API
 * returns them.
 */

export const policyMinutesMax = 1440;
export const policyMessageMaxLength = 500;
export const policyEventMaxLength = 100;
/** Defaults of a new policy (specification 2, section 9). */
export const policyDefaults = { reAlertMinutes: 10, allClearMinutes: 30, threshold: 0 } as const;

/** NWS events for which a policy may be marked life-safety. */
const lifeSafetyEvents: readonly string[] = ['Tornado Warning', 'Tornado Emergency'];

export interface PolicyDraft {
  readonly policyTypeShortName: string;
  /** In the type's unit; 0 for NWS. */
  readonly threshold: number;
  readonly allClearMinutes: number;
  /** 0 for no reminders. */
  readonly reAlertMinutes: number;
  readonly allGroups: boolean;
  /** Ids of user groups. */
  readonly sites: readonly string[];
  /** NWS event names; only for NWS. */
  readonly events: readonly string[];
  /** Whether it ignores schedules. */
  readonly lifeSafety: boolean;
  /** Whether its warnings ask for a response. */
  readonly asksResponse?: boolean;
  /** `allClear` false: 'Notify Users'; true: 'Notify On All Clear'. */
  readonly notificationActions: readonly { readonly allClear: boolean; readonly message: string }[];
}

/**
 * Checks a policy before it is stored. The caller checks that its groups exist.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkPolicy(draft: PolicyDraft): FieldErrors {
  const errors: FieldErrors = {};
  const fault = (label: string, sentence: string) => {
    errors[label] = [...(errors[label] ?? []), sentence];
  };
  const type = policyTypeOf(draft.policyTypeShortName);
  if (type === undefined) fault('PolicyType', 'Choose a policy type');

  if (!Number.isFinite(draft.threshold)) fault('Threshold', 'Threshold must be a number');
  else if (type !== undefined) checkThreshold(draft.threshold, type, fault);

  const { minAllClear, maxAllClear } = type ?? { minAllClear: 0, maxAllClear: policyMinutesMax };
  if (!Number.isInteger(draft.allClearMinutes))
    fault('AllClearMinutes', 'All clear must be a whole number of minutes');
  else if (draft.allClearMinutes < minAllClear)
    fault('AllClearMinutes', `All clear must be at least ${minAllClear} minutes`);
  else if (draft.allClearMinutes > maxAllClear) {
    fault(
      'AllClearMinutes',
      `All clear can be at most ${maxAllClear === policyMinutesMax ? '24 hours' : `${maxAllClear} minutes`}`,
    );
  }

  if (
    !(
      Number.isInteger(draft.reAlertMinutes) &&
      draft.reAlertMinutes >= 0 &&
      draft.reAlertMinutes <= policyMinutesMax
    )
  ) {
    fault('ReAlertMinutes', `Reminders must be 0 (none) to ${policyMinutesMax} whole minutes apart`);
  }
  if (draft.sites.some((site) => site.trim() === ''))
    fault('Sites', 'A group without an id cannot be chosen');
  if (new Set(draft.sites).size < draft.sites.length) fault('Sites', 'A group can be chosen only once');

  checkEvents(draft, fault);
  if (draft.lifeSafety && !mayBeLifeSafety(draft)) {
    fault('LifeSafety', 'Only lightning and tornado warning policies can be marked as life safety');
  }
  checkActions(draft.notificationActions, fault);
  if (draft.asksResponse && !draft.notificationActions.some(({ allClear }) => !allClear))
    fault('AsksResponse', "Asking for a response needs 'Notify Users'");
  return errors;
}

/**
 * Whether a policy may be marked life-safety: lightning, or NWS with a tornado warning or emergency among its
 * events.
 */
export function mayBeLifeSafety({
  policyTypeShortName,
  events,
}: Pick<PolicyDraft, 'policyTypeShortName' | 'events'>): boolean {
  const evidence = policyTypeOf(policyTypeShortName)?.evidence;
  return (
    evidence === 'lightning' ||
    (evidence === 'alert' && events.some((event) => lifeSafetyEvents.includes(event)))
  );
}

/**
 * A threshold rounded half up to the type's precision, as it is stored, displayed and compared. NaN stays
 * NaN.
 */
export function roundThreshold(threshold: number, type: Pick<PolicyType, 'precision'>): number {
  return roundTo(threshold, type.precision) ?? Number.NaN;
}

/** A policy without groups notifies nobody: it is shown as inactive. */
export function isPolicyActive({ allGroups, sites }: Pick<PolicyDraft, 'allGroups' | 'sites'>): boolean {
  return allGroups || sites.length > 0;
}

type Fault = (label: string, sentence: string) => void;

function checkThreshold(threshold: number, { limit, minThreshold, unit }: PolicyType, fault: Fault): void {
  const withUnit = (value: number) => `${value} ${unit}`.trim();
  if (limit === minThreshold && threshold !== limit)
    fault('Threshold', 'This type of policy has no threshold: leave it at 0');
  else if (threshold > limit) fault('Threshold', `Threshold can be at most ${withUnit(limit)}`);
  else if (threshold < minThreshold)
    fault('Threshold', `Threshold must be at least ${withUnit(minThreshold)}`);
}

function checkEvents({ policyTypeShortName, events }: PolicyDraft, fault: Fault): void {
  const isAlert = policyTypeOf(policyTypeShortName)?.evidence === 'alert';
  if (isAlert && events.length === 0) fault('Events', 'Choose at least one event');
  if (!isAlert && events.length > 0) fault('Events', 'Only weather service policies have events');
  if (new Set(events).size < events.length) fault('Events', 'An event can be chosen only once');
  if (
    events.some(
      (event) => event.trim() === '' || event.length > policyEventMaxLength || hasControlCharacters(event),
    )
  ) {
    fault('Events', `An event is a name of 1 to ${policyEventMaxLength} characters`);
  }
}

function checkActions(actions: PolicyDraft['notificationActions'], fault: Fault): void {
  const onAllClear = actions.filter((action) => action.allClear).length;
  const onWarning = actions.length - onAllClear;
  if (onWarning > 1 || onAllClear > 1)
    fault('NotificationActions', 'Each kind of notification can be added only once');
  if (onAllClear > 0 && onWarning === 0)
    fault('NotificationActions', "'Notify On All Clear' needs 'Notify Users'");
  if (actions.some(({ message }) => message.length > policyMessageMaxLength)) {
    fault('NotificationActions', `Additional text can be at most ${policyMessageMaxLength} characters`);
  }
  // < and > are allowed in a message: it is text, and every output escapes it.
  if (actions.some(({ message }) => hasControlCharacters(message)))
    fault('NotificationActions', 'Additional text cannot contain control characters');
}

function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
