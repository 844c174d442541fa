import type { PolicyUpdate } from '@allclear/contract';
import {
  checkPolicy,
  type FieldErrors,
  type PolicyTypeShortName,
  policyTypeById,
  policyTypeOf,
  roundThreshold,
  type ZoneNumber,
  zonesOutOfOrder,
} from '@allclear/domain';
import type { Database } from '../platform/database/database.ts';
import { invalid } from '../platform/http/errors.ts';
import { policyDisplayName, typeOf, watches } from './present-policy.ts';
import { listPolicies, listPolicyPlaces, type PolicyInput, type StoredPolicy } from './store.ts';

const nameMaxLength = 100;

/** What a form says, checked and rounded; throws field errors. */
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
    actions: draft.notificationActions.map(({ allClear, message }) => ({
      allClear,
      message: message.trim(),
    })),
  };
}

/** A policy as it stands with what a change names. */
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
    notificationActions: change.notificationActions ?? before.actions,
  });
}

function zoneOf(policy: StoredPolicy): ZoneNumber {
  return Number(policy.typeShortName.slice(2)) as ZoneNumber;
}

/** A policy that is not stored, as one that is. */
export function draftPolicy(organizationId: string, facts: PolicyInput, now: number): StoredPolicy {
  return {
    id: '',
    organizationId,
    triggerId: '',
    typeShortName: facts.typeShortName,
    name: facts.name,
    threshold: facts.threshold,
    allClearMinutes: facts.allClearMinutes,
    reAlertMinutes: facts.reAlertMinutes,
    allGroups: facts.allGroups,
    events: [...facts.events],
    lifeSafety: facts.lifeSafety,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    groupIds: facts.groupIds,
    actions: [],
  };
}

/**
 * A lightning zone must be larger than the zones inside it at every place that they share: nobody would hear
 * of it otherwise.
 */
export async function checkZones(db: Database, draft: StoredPolicy): Promise<void> {
  const { organizationId } = draft;
  if (typeOf(draft).evidence !== 'lightning') return;
  const others = (await listPolicies(db, organizationId)).filter(
    (policy) => policy.id !== draft.id && typeOf(policy).evidence === 'lightning',
  );
  for (const place of await listPolicyPlaces(db, organizationId)) {
    if (!watches(draft, place)) continue;
    const here = [draft, ...others.filter((policy) => watches(policy, place))];
    const asZones = here.map((policy) => ({
      zone: zoneOf(policy),
      radiusMiles: policy.threshold,
      allClearMinutes: policy.allClearMinutes,
    }));
    if (zonesOutOfOrder(asZones).length === 0) continue;
    const clash = here.find(
      (policy) => policy !== draft && zoneOf(policy) < zoneOf(draft) === policy.threshold >= draft.threshold,
    );
    const other = clash ? `${policyDisplayName(clash)} (${clash.threshold} mi)` : 'another zone';
    throw invalid({
      Threshold: [
        `Each lightning zone must be larger than those inside it: compare ${other} at ${place.name}`,
      ],
    });
  }
}
