import {
  addPolicy,
  deletePolicy,
  listGroupPolicies,
  listLocationTriggers,
  listLockingPolicies,
  listOrganizationPolicies,
  listOwnGroupPolicies,
  listPolicyTypes,
  listPolicies as listRoute,
  listUserPolicies,
  updatePolicy,
} from '@allclear/contract';
import { policyTypes } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { findOrganizationLocation, findUser } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { forbidden, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { changedInput, policyInputOf } from './policy-form.ts';
import { presentPolicy, presentPolicyType, presentTrigger, typeOf, watches } from './present-policy.ts';
import {
  changePolicy,
  groupIdsOf,
  insertPolicy,
  listPolicies,
  listPolicyPlaces,
  removePolicy,
  type StoredPolicy,
  UnknownGroup,
} from './store.ts';
import { checkZones } from './zone-order.ts';

export function policyRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  readRoutes(app, db);
  changeRoutes(app, db, clock);
}

function readRoutes(app: FastifyInstance, db: Database): void {
  const present = (organizationId: string, keep?: (policy: StoredPolicy) => boolean) =>
    presentAll(db, organizationId, keep);

  serve(app, listPolicyTypes, async () => policyTypes.map(presentPolicyType));

  serve(app, listRoute, async ({ principal }) => present(principal.organizationId));

  serve(app, listOwnGroupPolicies, async ({ principal }) => {
    const user = await findUser(db, keyOf(principal, principal.userId));
    return present(principal.organizationId, forGroup(user?.groupId ?? null));
  });

  const visibleGroupId = async (principal: Principal, id: string) => {
    const groupId = id.toLowerCase();
    const exists = (await groupIdsOf(db, principal.organizationId)).includes(groupId);
    if (!exists || !(await maySeeGroup(db, principal, groupId))) throw notFound('The group');
    return groupId;
  };

  serve(app, listGroupPolicies, async ({ principal, params }) =>
    present(principal.organizationId, forGroup(await visibleGroupId(principal, params.id))),
  );

  serve(app, listLockingPolicies, async ({ principal, params }) => {
    const isOfGroup = forGroup(await visibleGroupId(principal, params.siteId));
    return present(
      principal.organizationId,
      (policy) => typeOf(policy).evidence === 'lightning' && isOfGroup(policy),
    );
  });

  serve(app, listOrganizationPolicies, async ({ principal, params }) => {
    if (params.id.toLowerCase() !== principal.organizationId) throw notFound('The organization');
    return present(principal.organizationId);
  });

  serve(app, listUserPolicies, async ({ principal, params }) => {
    const own = params.id.toLowerCase() === principal.userId;
    const user = await findUser(db, keyOf(principal, params.id));
    if (!own && !principal.permissions.includes('users:read')) throw forbidden();
    if (!user || (!own && user.groupId !== null && !(await maySeeGroup(db, principal, user.groupId))))
      throw notFound('The user');
    return present(principal.organizationId, forGroup(user.groupId));
  });

  serve(app, listLocationTriggers, async ({ principal, params }) => {
    const row = await findOrganizationLocation(db, keyOf(principal, params.id));
    if (!row) throw notFound('The organization location');
    const [policies, places, groupIds] = await Promise.all([
      listPolicies(db, principal.organizationId),
      listPolicyPlaces(db, principal.organizationId),
      groupIdsOf(db, principal.organizationId),
    ]);
    const here = places.filter((place) => place.id === row.id);
    return policies
      .filter((policy) => here.some((place) => watches(policy, place)))
      .map((policy) => presentTrigger(policy, here, groupIds));
  });
}

function changeRoutes(app: FastifyInstance, db: Database, clock: Clock): void {
  serve(app, addPolicy, async ({ principal, body }) => {
    const policy = await insertPolicy(db, actorOf(principal), principal.organizationId, policyInputOf(body), {
      now: clock.now(),
      check: checkZones,
    }).catch(explainGroup);
    return { id: policy.id, message: 'Saved', policy: await presentOne(db, policy) };
  });

  serve(app, updatePolicy, async ({ principal, body }) => {
    const policy = await changePolicy(
      db,
      actorOf(principal),
      { ...keyOf(principal, body.id), revision: body.revision },
      (current) => changedInput(current, body),
      { now: clock.now(), check: checkZones },
    ).catch(explainGroup);
    if (!policy) throw notFound('The policy');
    return { id: policy.id, message: 'Updated', policy: await presentOne(db, policy) };
  });

  serve(app, deletePolicy, async ({ principal, params }) => {
    if (!(await removePolicy(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The policy');
    return { id: params.id, message: 'Deleted' };
  });
}

/** The organization's policies that pass `keep`, in the form of the wire. */
async function presentAll(
  db: Database,
  organizationId: string,
  keep: (policy: StoredPolicy) => boolean = () => true,
) {
  const [policies, places, groupIds] = await Promise.all([
    listPolicies(db, organizationId),
    listPolicyPlaces(db, organizationId),
    groupIdsOf(db, organizationId),
  ]);
  return policies.filter(keep).map((policy) => presentPolicy(policy, places, groupIds));
}

async function presentOne(db: Database, policy: StoredPolicy) {
  return presentPolicy(
    policy,
    await listPolicyPlaces(db, policy.organizationId),
    await groupIdsOf(db, policy.organizationId),
  );
}

const forGroup = (groupId: string | null) => (policy: StoredPolicy) =>
  policy.allGroups || (groupId !== null && policy.groupIds.includes(groupId));

/** An Assistant Admin is limited to the own group. */
async function maySeeGroup(db: Database, principal: Principal, groupId: string): Promise<boolean> {
  if (principal.permissions.includes('sites:write')) return true;
  return (await findUser(db, keyOf(principal, principal.userId)))?.groupId === groupId;
}

function explainGroup(error: unknown): never {
  if (error instanceof UnknownGroup) throw invalid({ Sites: ['One of the groups does not exist'] });
  throw error;
}
