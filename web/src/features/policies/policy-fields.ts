import type { Policy, PolicyForm, PolicyTypeEntry } from '@allclear/contract';
import {
  checkPolicy,
  type FieldErrors,
  mayBeLifeSafety,
  type PolicyDraft,
  policyDefaults,
  roundTo,
} from '@allclear/domain';
import { ApiFailure } from '../../api/failure.ts';
import { sortErrors } from '../../forms/field-errors.ts';
import type { Refusal } from '../../forms/use-edited-form.ts';
import { alertTypeShortName } from './policy-text.ts';

/** One of the two notices of a policy. Its text is kept while it is switched off. */
export interface NoticeFields {
  on: boolean;
  /** The id of the stored action; a new one has none. */
  id: string | undefined;
  message: string;
}

/** The fields of the form: number fields may be empty during input. */
export interface PolicyFields {
  /** Null until a type is selected. */
  typeShortName: string | null;
  name: string;
  threshold: number | '';
  allClearMinutes: number | '';
  reAlertMinutes: number | '';
  allGroups: boolean;
  sites: string[];
  events: string[];
  lifeSafety: boolean;
  asksResponse: boolean;
  notifyUsers: NoticeFields;
  notifyOnAllClear: NoticeFields;
}

/** A new policy with the defaults of the specification, or the edited one. */
export function fieldsOf(edited: Policy | null): PolicyFields {
  const none = { on: false, id: undefined, message: '' };
  if (!edited) {
    const { threshold, allClearMinutes, reAlertMinutes } = policyDefaults;
    const nobody = {
      allGroups: false,
      sites: [],
      events: [],
      lifeSafety: false,
      asksResponse: false,
      notifyUsers: none,
      notifyOnAllClear: none,
    };
    return { typeShortName: null, name: '', threshold, allClearMinutes, reAlertMinutes, ...nobody };
  }
  const notice = (allClear: boolean): NoticeFields => {
    const action = edited.notificationActions.find((one) => one.allClear === allClear);
    return action ? { on: true, id: action.id, message: action.message } : none;
  };
  const { name, threshold, allClearMinutes, reAlertMinutes, allGroups, sites, events, lifeSafety } = edited;
  return {
    typeShortName: edited.policyTypeShortName,
    name,
    threshold,
    allClearMinutes,
    reAlertMinutes,
    allGroups,
    sites: [...sites],
    events: [...events],
    lifeSafety,
    asksResponse: edited.asksResponse ?? false,
    notifyUsers: notice(false),
    notifyOnAllClear: notice(true),
  };
}

/**
 * Changes the type: its own minimum of the all clear, the threshold rounded to its precision, without fields
 * that only the previous type had.
 */
export function withType(fields: PolicyFields, type: PolicyTypeEntry): PolicyFields {
  const isAlert = type.shortName === alertTypeShortName;
  return {
    ...fields,
    typeShortName: type.shortName,
    threshold: isAlert ? 0 : roundedThreshold(fields.threshold, type),
    allClearMinutes: type.minAllClear,
    events: isAlert ? fields.events : [],
    lifeSafety: fields.lifeSafety && type.offersLifeSafety,
  };
}

/** 'Notify On All Clear' and a request for responses require 'Notify Users'. */
export function withNotifyUsers(fields: PolicyFields, on: boolean): PolicyFields {
  const notifyOnAllClear = on ? fields.notifyOnAllClear : { ...fields.notifyOnAllClear, on: false };
  const asksResponse = on && fields.asksResponse;
  return { ...fields, notifyUsers: { ...fields.notifyUsers, on }, notifyOnAllClear, asksResponse };
}

/** Rounded half up to the type's precision; an empty field stays empty. */
export function roundedThreshold(
  threshold: number | '',
  { precision }: Pick<PolicyTypeEntry, 'precision'>,
): number | '' {
  return threshold === '' ? '' : (roundTo(threshold, precision) ?? '');
}

/** Whether the life-safety option is offered for these fields. */
export function offersLifeSafety({ events }: PolicyFields, type: PolicyTypeEntry): boolean {
  return type.offersLifeSafety && mayBeLifeSafety({ policyTypeShortName: type.shortName, events });
}

/** The request body; empty number fields are NaN, which `problemsOf` refuses. */
export function formOf(fields: PolicyFields, type: PolicyTypeEntry): PolicyForm & PolicyDraft {
  const number = (value: number | '') => (value === '' ? Number.NaN : value);
  const isAlert = type.shortName === alertTypeShortName;
  const { notifyUsers, notifyOnAllClear, allGroups } = fields;
  const notices = [
    { notice: notifyUsers, allClear: false },
    { notice: notifyOnAllClear, allClear: true },
  ].filter(({ notice }) => notice.on);
  return {
    name: fields.name.trim(),
    policyTypeShortName: type.shortName,
    threshold: number(roundedThreshold(fields.threshold, type)),
    allClearMinutes: number(fields.allClearMinutes),
    reAlertMinutes: number(fields.reAlertMinutes),
    allGroups,
    sites: allGroups ? [] : fields.sites,
    events: isAlert ? fields.events : [],
    lifeSafety: fields.lifeSafety && offersLifeSafety(fields, type),
    asksResponse: fields.asksResponse && notifyUsers.on,
    notificationActions: notices.map(({ notice, allClear }) => ({
      ...(notice.id ? { id: notice.id } : {}),
      allClear,
      message: notice.message.trim(),
    })),
  };
}

/** The same check as the server's, before anything is sent. */
export function problemsOf(fields: PolicyFields, type: PolicyTypeEntry | undefined): FieldErrors {
  return type ? checkPolicy(formOf(fields, type)) : { PolicyType: ['Choose a policy type'] };
}

/**
 * The fields of a form that differ from the stored policy; the others are left out because somebody else may
 * have changed them.
 */
export function changesOf(edited: Policy, form: PolicyForm): Partial<PolicyForm> {
  const stored: Record<string, unknown> = { ...edited, sites: edited.allGroups ? [] : edited.sites };
  const plain = (value: unknown) => JSON.stringify(value);
  const changed = Object.entries(form).filter(([field, value]) => {
    if (field === 'policyTypeShortName' || field === 'id') return false;
    if (field === 'notificationActions')
      return plain(actionsOf(form.notificationActions)) !== plain(actionsOf(edited.notificationActions));
    if (field === 'sites' || field === 'events')
      return plain([...(value as string[])].sort()) !== plain([...(stored[field] as string[])].sort());
    if (field === 'asksResponse') return value !== (edited.asksResponse ?? false);
    return plain(value) !== plain(stored[field]);
  });
  return Object.fromEntries(changed);
}

function actionsOf(actions: PolicyForm['notificationActions'] = []) {
  return actions
    .map(({ allClear, message }) => ({ allClear: allClear ?? false, message: message ?? '' }))
    .sort((a, b) => Number(a.allClear) - Number(b.allClear));
}

/**
 * The threshold of the innermost lightning zone decides when people stop: changing it on an active policy is
 * confirmed first.
 */
export function changesLightningRadius(edited: Policy | null, form: PolicyForm): boolean {
  return edited !== null && edited.policyTypeShortName === 'LR1' && form.threshold !== edited.threshold;
}

const fieldLabels = [
  'Name',
  'PolicyType',
  'Threshold',
  'AllClearMinutes',
  'ReAlertMinutes',
  'Sites',
  'Events',
  'LifeSafety',
  'AsksResponse',
  'NotificationActions',
];
const failureHeaders = {
  add: 'Error adding policy',
  update: 'Error updating policy',
  delete: 'Error deleting policy',
} as const;

/**
 * A refused call: the header from the first `ServerErrors` entry, else the default one; errors of known
 * fields under their fields; all others in the message. For a deleted policy the message says so.
 */
export function refusalOf(thrown: unknown, work: keyof typeof failureHeaders): Refusal {
  const standing = failureHeaders[work];
  if (!(thrown instanceof ApiFailure)) return { header: standing, message: '', fields: {} };
  const { AllGroups, ...errors } = thrown.errors;
  // The form has one field for all groups and for some of them.
  const { fields, others } = sortErrors(AllGroups ? { ...errors, Sites: AllGroups } : errors, fieldLabels);
  const [first, ...rest] = thrown.errors.ServerErrors ?? [];
  if (thrown.code === 'conflict') return { header: standing, message: thrown.message, fields };
  const unassigned = [...rest, ...others].join(' ');
  if (thrown.status === 404 && work !== 'add' && !first && Object.keys(fields).length === 0) {
    return { header: standing, message: 'This policy was deleted meanwhile.', fields };
  }
  return {
    header: first ?? standing,
    message: unassigned || (first || Object.keys(fields).length > 0 ? '' : thrown.message),
    fields,
  };
}
