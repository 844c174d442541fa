import { randomUUID } from 'node:crypto';
import type { Route } from '@allclear/contract';
import {
  type AuditEntry,
  auditActions,
  installationChain,
  isPermission,
  permissionsOf,
} from '@allclear/domain';
import { insertOperator } from '@allclear/server/identity/index.ts';
import { unauditedRoutes } from '@allclear/server/platform/audit/audit-exceptions.ts';
import type { Store } from '@allclear/server/platform/database/database.ts';
import { testActor } from '@allclear/server/test/actor.ts';
import { chainFaults } from '@allclear/server/test/audit/chain-faults.ts';
import { beforeAll, expect, test } from 'vitest';
import { tokensOf } from './bad-tokens.ts';
import type { Answer } from './calls.ts';
import { addOrganization, type Kind, type Organization, type Person } from './organizations.ts';
import { kindsOf, nameOf, nobody, routeCaller, walked } from './route-calls.ts';
import type { IdOf } from './route-entries.ts';
import type { Attacked } from './under-attack.ts';

const changing = walked.filter(({ method }) => method !== 'GET');
const isAudited = (route: Route) => !(nameOf(route) in unauditedRoutes);
/** The first strikes of a network connect it: that is not excepted as they are. */
const isExpectedOf = (route: Route, { action }: AuditEntry) =>
  isAudited(route) || (nameOf(route) === 'POST ingest/strikes' && action === 'lightning-feed.added');
const isDone = ({ status }: Answer) => status >= 200 && status < 300;
/** Not: who is not signed in, and too many requests, which are not tried. */
const isRefused = ({ status }: Answer) => status >= 400 && status < 500 && status !== 401 && status !== 429;

/** The status and the error code of an answer. */
const codeOf = ({ status, text }: Answer) => `${status} ${/"code":"([^"]*)"/.exec(text)?.[1]}`;

/** Who calls, and how the audit must say it. */
interface Caller {
  readonly name: string;
  readonly id: string;
  readonly token: string;
  readonly kind: 'user' | 'operator';
  readonly via?: 'api-key' | 'session';
}

/**
 * The audit: every route of the contract that changes something leaves one entry with the right actor, refused or
 * not, and every chain is unbroken after all of it.
 */
export function attackAudit(attacked: Attacked): void {
  let ours: Organization;
  let admin: Caller;
  let inSession: Caller;
  const serverFaults: string[] = [];
  const send = routeCaller(() => attacked().main.url, serverFaults);
  const requestIds = new Set<string>();

  beforeAll(async () => {
    const { store, main } = attacked();
    ours = await addOrganization(main.url, store, 'qzaudit');
    const { id, key } = ours.people['super-admin'];
    const { good } = await tokensOf(store, { origin: main.url, userId: id });
    admin = { name: 'with a key', id, token: key, kind: 'user', via: 'api-key' };
    inSession = { name: 'signed in', id, token: good, kind: 'user', via: 'session' };
  }, 60_000);

  /** Calls a route with records of its own; gives the answer and the entries that it left in any chain. */
  async function watched(route: Route, caller: Caller, id?: IdOf) {
    const made = {} as Record<Kind, string>;
    if (id === undefined) for (const kind of kindsOf(route)) made[kind] = await ours.make(kind);
    const { store } = attacked();
    // Without another session there is none to end.
    if (nameOf(route) === 'DELETE account/sessions') await addSession(store, caller.id);
    const before = await headsOf(store);
    const answer = await send(route, caller.token, id ?? ((kind) => made[kind]));
    return { answer, entries: await entriesSince(store, before) };
  }

  /** What is wrong with the entries of one call. */
  function faultsOf(route: Route, caller: Caller, { answer, entries }: Awaited<ReturnType<typeof watched>>) {
    const what = `${nameOf(route)} ${caller.name}: ${answer.status}`;
    const isPublic = route.needs === 'public';
    const isExpected = isAudited(route) && (isDone(answer) || (isRefused(answer) && !isPublic));
    const isOne = entries.length === 1 && entries.every((entry) => isExpectedOf(route, entry));
    if (isExpected ? !isOne : entries.length > 0 && !isOne) {
      const actions = entries.map(({ action }) => action).join(', ') || 'none';
      return [`${what} left ${entries.length} entries instead of ${isExpected ? 1 : 0}: ${actions}`];
    }
    return entries.flatMap((entry) => {
      const faults = isPublic ? [] : faultsOfActor(entry, caller, answer, requestIds);
      if (!(entry.action in auditActions)) faults.push(`has the action ${entry.action}`);
      if ((entry.action === 'request.refused') === isDone(answer)) faults.push(`says ${entry.action}`);
      if (caller.kind === 'user' && ![ours.id, installationChain].includes(entry.chain))
        faults.push(`is in the chain ${entry.chain}`);
      return faults.map((fault) => `${what}: the entry ${fault}`);
    });
  }

  test('each change of the contract leaves one entry with its actor, or is excepted with a reason', async () => {
    const faults: string[] = [];
    let done = 0;
    for (const route of changing) {
      const called = await watched(route, admin);
      faults.push(...faultsOf(route, admin, called));
      if (isDone(called.answer)) done += 1;
      // For a session of the app only.
      if (called.answer.status !== 403 || route.needs === 'operator') continue;
      const again = await watched(route, inSession);
      // Refused to the same person for the same reason, it is a repeat.
      const isRepeat = codeOf(again.answer) === codeOf(called.answer);
      if (!isRepeat || again.entries.length > 0) faults.push(...faultsOf(route, inSession, again));
      if (isDone(again.answer)) done += 1;
    }
    expect(faults).toEqual([]);
    // Without changes that succeed the walk would show little.
    expect(done).toBeGreaterThan(50);
  }, 180_000);

  test('each change by an operator leaves one entry with the operator', async () => {
    const { store, main } = attacked();
    const email = 'operator@qzaudit.example';
    await insertOperator(store.db, testActor, { email, passwordHash: 'none', now: Date.now() });
    const { id } = await store.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const { good } = await tokensOf(store, { origin: main.url, userId: id });
    const operator: Caller = { name: 'as an operator', id, token: good, kind: 'operator' };
    const faults: string[] = [];
    const own = changing.filter(({ needs, forOperators }) => needs === 'operator' || forOperators);
    // What erases the organization is refused: the body does not confirm it.
    for (const route of own) faults.push(...faultsOf(route, operator, await watched(route, operator)));
    expect(faults).toEqual([]);
  }, 60_000);

  test('a refused change leaves one entry, however often it is repeated; reading leaves none', async () => {
    const person: Person = ours.people.customer;
    const caller: Caller = {
      ...{ name: 'as a customer', id: person.id, token: person.key },
      ...{ kind: 'user', via: 'api-key' },
    };
    const faults: string[] = [];
    for (const route of changing.filter(({ needs }) => needs !== 'public')) {
      const mayCall = !isPermission(route.needs) || permissionsOf('customer', []).includes(route.needs);
      // Of what anybody may do the changes of a record that is not there are refused.
      if (mayCall && kindsOf(route).length === 0) continue;
      const first = await watched(route, caller, () => nobody);
      if (!isRefused(first.answer)) continue;
      faults.push(...faultsOf(route, caller, first));
      const again = await watched(route, caller, () => nobody);
      if (isRefused(again.answer) && again.entries.length > 0)
        faults.push(`${nameOf(route)}: the repeated refusal left ${again.entries.length} more`);
    }
    for (const route of walked.filter(({ method, needs }) => method === 'GET' && isPermission(needs))) {
      if (permissionsOf('customer', []).includes(route.needs as never)) continue;
      const { answer, entries } = await watched(route, caller, () => nobody);
      if (entries.length > 0) faults.push(`${nameOf(route)}: ${answer.status} left an entry`);
    }
    expect(faults).toEqual([]);
    const { rows } = await attacked().store.pool.query(
      'select sum(repeats)::int as repeats from audit_refusals where chain = $1',
      [ours.id],
    );
    expect(rows[0].repeats).toBeGreaterThan(20);
  }, 120_000);

  test('afterwards every chain is unbroken', async () => {
    const { store } = attacked();
    expect((await headsOf(store)).size).toBeGreaterThan(1);
    expect(await chainFaults(store.db)).toEqual([]);
  });

  test('nothing of all that was a fault of the server', () => {
    expect(serverFaults).toEqual([]);
  });
}

function faultsOfActor(
  { actor }: AuditEntry,
  caller: Caller,
  { headers }: Answer,
  requestIds: Set<string>,
): string[] {
  const faults: string[] = [];
  if (actor.kind !== caller.kind || actor.id !== caller.id) faults.push(`is by ${actor.kind} ${actor.id}`);
  if (actor.via !== caller.via) faults.push(`came by ${actor.via}`);
  if (!actor.network || !actor.credential) faults.push('lacks the network or the credential');
  const sent = headers.get('x-request-id');
  if (!actor.requestId || requestIds.has(actor.requestId)) faults.push('has no request of its own');
  if (sent !== null && actor.requestId !== sent) faults.push(`is of the request ${actor.requestId}`);
  if (actor.requestId) requestIds.add(actor.requestId);
  return faults;
}

/** Somebody's session in another browser. */
async function addSession({ db }: Store, userId: string): Promise<void> {
  const uid = randomUUID();
  await db
    .insertInto('oidc_records')
    .values({ model: 'Session', id: uid, uid, payload: JSON.stringify({ accountId: userId, uid }) })
    .execute();
}

type Heads = ReadonlyMap<string, number>;

/** The number of the newest entry of each chain. */
async function headsOf({ db }: Store): Promise<Heads> {
  const rows = await db.selectFrom('audit_chains').select(['chain', 'sequence']).execute();
  return new Map(rows.map(({ chain, sequence }) => [chain, Number(sequence)]));
}

/** The newer entries of all chains, without those that the server makes by itself meanwhile. */
async function entriesSince(store: Store, before: Heads): Promise<AuditEntry[]> {
  const now = await headsOf(store);
  const entries: AuditEntry[] = [];
  for (const [chain, sequence] of now) {
    const known = before.get(chain) ?? 0;
    if (sequence === known) continue;
    const rows = await store.db
      .selectFrom('audit_entries')
      .select('body')
      .where('chain', '=', chain)
      .where('sequence', '>', String(known))
      .orderBy('sequence')
      .execute();
    entries.push(...rows.map(({ body }) => JSON.parse(body) as AuditEntry));
  }
  return entries.filter(({ actor }) => actor.kind !== 'system' || actor.requestId !== undefined);
}
