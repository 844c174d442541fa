import {
  addPolicy,
  deletePolicy,
  listCustomerPolicies,
  listLocationTriggers,
  listOwnSitePolicies,
  listPolicyTypes,
  listPolicies as listRoute,
  listSitePolicies,
  listUserPolicies,
  tryPolicy as tryRoute,
  updatePolicy,
} from '@allclear/contract';
import { can, type LightningPicture, policyTypes } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { tryPolicy } from '../../engine/try-policy.ts';
import { pairsOf } from '../../engine/warning-pairs.ts';
import { timeZoneOf } from '../../place-time-zone.ts';
import type { Database } from '../../store/database.ts';
import { findOrganizationLocation } from '../../store/locations.ts';
import { findUser } from '../../store/people.ts';
import {
  changePolicy,
  findPolicy,
  insertPolicy,
  listPolicies,
  listPolicyPlaces,
  removePolicy,
  type StoredPolicy,
  siteIdsOf,
  UnknownSite,
} from '../../store/policies.ts';
import { forbidden, invalid, notFound } from '../errors.ts';
import { changedFacts, checkZones, draftPolicy, policyFactsOf } from '../policy-form.ts';
import { presentPolicy, presentPolicyType, presentTrigger, watches } from '../presenters/policy.ts';
import { type Principal, serve } from '../serve.ts';

const longestTrialMs = 31 * 24 * 3_600_000;
/** Of each location; more than a screen can hold anyway. */
const mostTrialEvents = 1_000;

export function policyRoutes(app: FastifyInstance, { db, clock, picture }: { db: Database; clock: Clock; picture: LightningPicture }): void {
  /** The organisation's policies that pass, as the wire has them. */
  const present = async (customerId: string, keep: (policy: StoredPolicy) => boolean = () => true) => {
    const [policies, places, siteIds] = await Promise.all([
      listPolicies(db, customerId),
      listPolicyPlaces(db, customerId),
      siteIdsOf(db, customerId),
    ]);
    return policies.filter(keep).map((policy) => presentPolicy(policy, places, siteIds));
  };
  const presentOne = async (policy: StoredPolicy) =>
    presentPolicy(policy, await listPolicyPlaces(db, policy.customer_id), await siteIdsOf(db, policy.customer_id));
  const forSite = (siteId: string | null) => (policy: StoredPolicy) => policy.all_groups || (siteId !== null && policy.siteIds.includes(siteId));

  serve(app, listPolicyTypes, async () => policyTypes.map(presentPolicyType));

  serve(app, listRoute, async ({ principal }) => present(principal.customerId));

  serve(app, listOwnSitePolicies, async ({ principal }) => {
    const user = await findUser(db, principal.customerId, principal.userId);
    return present(principal.customerId, forSite(user?.site_id ?? null));
  });

  serve(app, listSitePolicies, async ({ principal, params }) => {
    const siteId = params.id.toLowerCase();
    const known = (await siteIdsOf(db, principal.customerId)).includes(siteId);
    if (!known || !(await maySeeSite(principal, siteId))) throw notFound('The group');
    return present(principal.customerId, forSite(siteId));
  });

  serve(app, listCustomerPolicies, async ({ principal, params }) => {
    if (params.id.toLowerCase() !== principal.customerId) throw notFound('The organization');
    return present(principal.customerId);
  });

  serve(app, listUserPolicies, async ({ principal, params }) => {
    const own = params.id.toLowerCase() === principal.userId;
    const user = await findUser(db, principal.customerId, params.id);
    if (!own && !can(principal.role, 'users:read')) throw forbidden();
    if (!user || (!own && user.site_id !== null && !(await maySeeSite(principal, user.site_id)))) throw notFound('The user');
    return present(principal.customerId, forSite(user.site_id));
  });

  serve(app, listLocationTriggers, async ({ principal, params }) => {
    const row = await findOrganizationLocation(db, principal.customerId, params.id);
    if (!row) throw notFound('The organization location');
    const [policies, places, siteIds] = await Promise.all([
      listPolicies(db, principal.customerId),
      listPolicyPlaces(db, principal.customerId),
      siteIdsOf(db, principal.customerId),
    ]);
    const here = places.filter((place) => place.id === row.id);
    return policies.filter((policy) => here.some((place) => watches(policy, place))).map((policy) => presentTrigger(policy, here, siteIds));
  });

  serve(app, addPolicy, async ({ principal, body }) => {
    const facts = policyFactsOf(body);
    await checkZones(db, draftPolicy(principal.customerId, facts, clock.now()));
    const policy = await insertPolicy(db, principal.customerId, facts, clock.now()).catch(explainSite);
    return { id: policy.id, message: 'Saved', policy: await presentOne(policy) };
  });

  serve(app, updatePolicy, async ({ principal, body }) => {
    const before = await findPolicy(db, principal.customerId, body.id);
    if (!before) throw notFound('The policy');
    await checkZones(db, { ...draftPolicy(principal.customerId, changedFacts(before, body), clock.now()), id: before.id });
    const policy = await changePolicy(db, principal.customerId, body.id, (current) => changedFacts(current, body), clock.now()).catch(explainSite);
    if (!policy) throw notFound('The policy');
    return { id: policy.id, message: 'Updated', policy: await presentOne(policy) };
  });

  serve(app, deletePolicy, async ({ principal, params }) => {
    if (!(await removePolicy(db, principal.customerId, params.id, clock.now()))) throw notFound('The policy');
    return { id: params.id, message: 'Deleted' };
  });

  serve(app, tryRoute, async ({ principal, body }) => {
    const now = clock.now();
    const from = Date.parse(body.from);
    const to = Math.min(Date.parse(body.to), now);
    if (!(from < to)) throw invalid({ From: ['Choose a time in the past that begins before it ends'] });
    if (to - from > longestTrialMs) throw invalid({ From: ['At most 31 days can be tried at once'] });
    const policy = draftPolicy(principal.customerId, policyFactsOf(body), now);
    const unknown = policy.siteIds.length > 0 && !(await allKnown(principal.customerId, policy.siteIds));
    if (unknown) throw invalid({ Sites: ['One of the groups does not exist'] });
    const scope = { customerId: principal.customerId, reachMiles: policy.threshold };
    const feedsAt = (latitude: number, longitude: number) => picture.feedsAt(latitude, longitude, scope).map(({ vendor }) => vendor);
    const trials = await tryPolicy(pairsOf([policy], await listPolicyPlaces(db, principal.customerId)), { db, feedsAt, from, to });
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      locations: trials.map(({ pair, events, stoppedMs, observedShare }) => ({
        organizationLocationId: pair.place.id,
        name: pair.place.name,
        timeZone: timeZoneOf(pair.place),
        stoppedMinutes: Math.round(stoppedMs / 60_000),
        warnings: events.filter(({ event }) => event === 'started').length,
        events: events.slice(0, mostTrialEvents).map(({ event, at, value }) => ({ event, at: new Date(at).toISOString(), value })),
        observedShare,
      })),
    };
  });

  async function allKnown(customerId: string, siteIds: readonly string[]): Promise<boolean> {
    const known = await siteIdsOf(db, customerId);
    return siteIds.every((id) => known.includes(id));
  }

  /** An Assistant Admin is limited to the own group. */
  async function maySeeSite(principal: Principal, siteId: string): Promise<boolean> {
    if (can(principal.role, 'sites:write')) return true;
    return (await findUser(db, principal.customerId, principal.userId))?.site_id === siteId;
  }
}

function explainSite(error: unknown): never {
  if (error instanceof UnknownSite) throw invalid({ Sites: ['One of the groups does not exist'] });
  throw error;
}
