import type { PolicyUpdate } from '@allclear/contract';
import {
  checkPolicy,
  type FieldErrors,
  type PolicyTypeShortName,
  policyTypeById,
  policyTypeOf,
  roundThreshold,
} from '@allclear/domain';
import { invalid } from '../platform/http/errors.ts';
import type { PolicyInput, StoredPolicy } from './store.ts';

const nameMaxLength = 100;

/** The values of a form, checked and rounded; throws field errors. */
export function policyInputOf(form: {
  readonly name?: string | null | undefined;
  readonly policyTypeShortName?: string | undefined;
  readonly policyTypeId?: number | undefined;
  readonly threshold: number;
  readonly reAlertMinutes: number;
  readonly allClearMinutes: number;
  readonly sites: readonly string[];
  readonly allGroups: boolean;
  readonly events: readonly string[];
  readonly lifeSafety: boolean;
  readonly asksResponse: boolean;
  readonly notificationActions: readonly { readonly allClear: boolean; readonly message: string }[];
}): PolicyInput {
  const byName = form.policyTypeShortName === undefined ? undefined : policyTypeOf(form.policyTypeShortName);
  const type = byName ?? (form.policyTypeId === undefined ? undefined : policyTypeById(form.policyTypeId));
  const name = (form.name ?? '').trim();
  const draft = {
    policyTypeShortName: type?.shortName ?? '',
    threshold: type ? roundThreshold(form.threshold, type) : form.threshold,
    allClearMinutes: form.allClearMinutes,
    reAlertMinutes: form.reAlertMinutes,
    allGroups: form.allGroups,
    // All groups are all groups: what was chosen besides does not count.
    sites: form.allGroups ? [] : form.sites,
    events: form.events,
    lifeSafety: form.lifeSafety,
    asksResponse: form.asksResponse,
    notificationActions: form.notificationActions,
  };
  const errors: FieldErrors = checkPolicy(draft);
  if (name.length > nameMaxLength) errors.Name = [`Name can be at most ${nameMaxLength} characters`];
  else if (/[<>\p{Cc}]/u.test(name)) errors.Name = ['Name cannot contain < or > or control characters'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    typeShortName: draft.policyTypeShortName as PolicyTypeShortName,
    name,
    threshold: draft.threshold,
    allClearMinutes: draft.allClearMinutes,
    reAlertMinutes: draft.reAlertMinutes,
    allGroups: draft.allGroups,
    groupIds: draft.sites,
    events: draft.events,
    lifeSafety: draft.lifeSafety,
    asksResponse: draft.asksResponse,
    actions: draft.notificationActions.map(({ allClear, message }) => ({
      allClear,
      message: message.trim(),
    })),
  };
}

/** The current policy with the changed fields. */
export function changedInput(before: StoredPolicy, change: PolicyUpdate): PolicyInput {
  return policyInputOf({
    name: change.name === undefined ? before.name : change.name,
    policyTypeShortName: before.typeShortName,
    threshold: change.threshold ?? before.threshold,
    reAlertMinutes: change.reAlertMinutes ?? before.reAlertMinutes,
    allClearMinutes: change.allClearMinutes ?? before.allClearMinutes,
    sites: change.sites ?? before.groupIds,
    allGroups: change.allGroups ?? (change.sites === undefined && before.allGroups),
    events: change.events ?? before.events,
    lifeSafety: change.lifeSafety ?? before.lifeSafety,
    asksResponse: change.asksResponse ?? before.asksResponse,
    notificationActions: change.notificationActions ?? before.actions,
  });
}

/** A policy that is not stored, as one that is. */
export function draftPolicy(organizationId: string, input: PolicyInput, now: number): StoredPolicy {
  return {
    id: '',
    organizationId,
    triggerId: '',
    typeShortName: input.typeShortName,
    name: input.name,
    threshold: input.threshold,
    allClearMinutes: input.allClearMinutes,
    reAlertMinutes: input.reAlertMinutes,
    allGroups: input.allGroups,
    events: [...input.events],
    lifeSafety: input.lifeSafety,
    asksResponse: input.asksResponse,
    revision: 1,
    fieldRevisions: {},
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    groupIds: input.groupIds,
    actions: [],
  };
}
