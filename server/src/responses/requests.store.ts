import { type EscalationStep, escalationAt, type ResponseKind, type ResponseWay } from '@allclear/domain';
import { sql } from 'kysely';
import { hashOfResponseToken, responseToken } from '../notifications/index.ts';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import { isUuid } from '../platform/database/uuid.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { readChain } from './chain.store.ts';

/** How long a request asks for a response, real ms. */
export const askedForMs = 12 * 3_600_000;
/** Requests of twelve hours that one phone number can respond to by SMS. */
const maxRequestsOfNumber = 200;
/** People who are written by one statement. */
const portion = 500;

export interface RequestToWrite {
  readonly id: string;
  readonly organizationId: string;
  readonly noticeId: string;
  /** Steps are notified in spite of quiet hours. */
  readonly lifeSafety: boolean;
  readonly isDrill: boolean;
  /** The only group whose admins see it; null: all. */
  readonly groupId: string | null;
  /** Warnings of a policy ask, and not a message. */
  readonly ofWarning?: boolean;
  /** Each once. */
  readonly userIds: readonly string[];
  /** Product clock, epoch ms. */
  readonly askedAt: number;
  /** Wall clock, epoch ms. */
  readonly wallNow: number;
}

/**
 * Stores a request for responses with the chain of the organization as it is now, in the transaction of the message
 * that asks. The entry in the audit is that of the message.
 */
export async function writeResponseRequest(
  transaction: Database,
  _actor: Actor,
  secrets: Pick<SecretBox, 'digests'>,
  request: RequestToWrite,
): Promise<void> {
  const { id, organizationId, userIds, askedAt, ofWarning = false } = request;
  const { steps } = await readChain(transaction, organizationId);
  const { nextAt } = escalationAt({ askedAt, steps, taken: 0, noResponse: userIds.length }, askedAt);
  await transaction
    .insertInto('response_requests')
    .values({
      ...{ id, organization_id: organizationId, notice_id: request.noticeId, group_id: request.groupId },
      ...{ life_safety: request.lifeSafety, is_drill: request.isDrill, asked_at: new Date(askedAt) },
      ends_wall_at: new Date(request.wallNow + askedForMs),
      of_warning: ofWarning,
      ...{ steps: JSON.stringify(steps), next_step_at: nextAt === null ? null : new Date(nextAt) },
    })
    .execute();
  await addPeople(transaction, secrets, request, userIds);
  await notify(transaction, { topic: 'responses', ids: [organizationId] });
}

/** Asks people by a request, each once; returns how many were not asked by it before. */
export async function addPeople(
  transaction: Database,
  secrets: Pick<SecretBox, 'digests'>,
  { id, organizationId }: Pick<RequestToWrite, 'id' | 'organizationId'>,
  userIds: readonly string[],
): Promise<number> {
  let added = 0;
  for (let from = 0; from < userIds.length; from += portion) {
    const some = userIds.slice(from, from + portion);
    const hashes = some.map((userId) =>
      hashOfResponseToken(responseToken(secrets, id, userId)).toString('hex'),
    );
    const { numAffectedRows } = await sql`
      insert into response_requested_people (request_id, user_id, organization_id, token_hash)
      select ${id}, p.user_id, ${organizationId}, decode(p.token_hash, 'hex')
      from unnest(${some}::uuid[], ${hashes}::text[]) as p (user_id, token_hash)
      on conflict (request_id, user_id) do nothing`.execute(transaction);
    added += Number(numAffectedRows ?? 0n);
  }
  return added;
}

/** A response that counts. */
export interface CountedResponse {
  readonly kind: ResponseKind;
  readonly place: string;
  /** Product clock, epoch ms. */
  readonly at: number;
  /** When it was pressed; product clock, epoch ms. */
  readonly pressedAt: number;
  readonly way: ResponseWay;
}

/** A request as the person who is asked sees it. */
export interface StoredAskedRequest {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly headline: string;
  readonly text: string;
  readonly isDrill: boolean;
  readonly askedAt: number;
  readonly response: CountedResponse | null;
}

interface AskedRow extends Omit<StoredAskedRequest, 'response'> {
  readonly kind: ResponseKind | null;
  readonly place: string | null;
  readonly at: number | null;
  readonly pressedAt: number | null;
  readonly way: ResponseWay | null;
}

/** What responseColumns reads; nulls without a response. */
type ResponseRow = Pick<AskedRow, 'kind' | 'place' | 'at' | 'pressedAt' | 'way'>;

const responseColumns = sql`
  r.kind, r.place, r.way, (extract(epoch from r.at) * 1000)::float8 as at,
  (extract(epoch from coalesce(r.pressed_at, r.at)) * 1000)::float8 as "pressedAt"`;

const asked = sql`
  select q.id, q.organization_id as "organizationId", p.user_id as "userId", n.subject as headline, n.text,
    q.is_drill as "isDrill", (extract(epoch from q.asked_at) * 1000)::float8 as "askedAt",
    ${responseColumns}
  from response_requested_people p
  join response_requests q on q.id = p.request_id
  join notices n on n.id = q.notice_id
  join users u on u.id = p.user_id and u.is_active and u.deleted_at is null
  left join responses r on r.id = p.response_id`;

function askedOf({ kind, place, at, pressedAt, way, ...row }: AskedRow): StoredAskedRequest {
  return { ...row, response: responseOf({ kind, place, at, pressedAt, way }) };
}

function responseOf({ kind, place, at, pressedAt, way }: ResponseRow): CountedResponse | null {
  if (kind === null || at === null) return null;
  return { kind, place: place ?? '', at, pressedAt: pressedAt ?? at, way: way ?? 'app' };
}

/** Requests that ask a person now, the newest first. `wallNow` is epoch ms of the wall clock. */
export async function requestsFor(
  db: Database,
  { organizationId, id: userId }: RecordKey,
  wallNow: number,
): Promise<StoredAskedRequest[]> {
  const { rows } = await sql<AskedRow>`${asked}
    where p.organization_id = ${organizationId} and p.user_id = ${userId} and q.ends_wall_at > ${new Date(wallNow)}
    order by q.asked_at desc, q.id limit 20`.execute(db);
  return rows.map(askedOf);
}

/** A request by which a person is asked, also one that is over; undefined for anybody else. */
export async function findRequestFor(
  db: Database,
  { organizationId, id }: RecordKey,
  userId: string,
): Promise<(StoredAskedRequest & { isOver(wallNow: number): boolean }) | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<AskedRow & { endsAt: Date }>`
    select one.*, q.ends_wall_at as "endsAt" from (${asked}
      where p.request_id = ${id} and p.user_id = ${userId} and p.organization_id = ${organizationId}) one
    join response_requests q on q.id = one.id`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { endsAt, ...rest } = row;
  return { ...askedOf(rest), isOver: (wallNow) => wallNow >= endsAt.getTime() };
}

/** Whose link it is; undefined for no link and for one that is over. */
export async function findLink(
  db: Database,
  tokenHash: Buffer,
  wallNow: number,
): Promise<StoredAskedRequest | undefined> {
  const { rows } = await sql<AskedRow>`${asked}
    where p.token_hash = ${tokenHash} and q.ends_wall_at > ${new Date(wallNow)}`.execute(db);
  return rows[0] && askedOf(rows[0]);
}

/**
 * Requests that ask the people who have a phone number now, of whichever organization, the newest first; `hasPerson`:
 * whether somebody active has it.
 */
export async function requestsOfNumber(
  db: Database,
  phoneNumber: string,
  wallNow: number,
): Promise<{ hasPerson: boolean; requests: StoredAskedRequest[] }> {
  const person = await sql`
    select from users where phone_number = ${phoneNumber} and is_active and deleted_at is null limit 1`.execute(
    db,
  );
  if (person.rows.length === 0) return { hasPerson: false, requests: [] };
  const { rows } = await sql<AskedRow>`${asked}
    where u.phone_number = ${phoneNumber} and q.ends_wall_at > ${new Date(wallNow)}
    order by q.asked_at desc, q.id limit ${maxRequestsOfNumber}`.execute(db);
  return { hasPerson: true, requests: rows.map(askedOf) };
}

/** Somebody who was asked, as the desk sees the person. */
export interface AskedPerson {
  readonly id: string;
  readonly name: string;
  readonly groupId: string | null;
  readonly groupName: string | null;
  readonly response: CountedResponse | null;
}

/** A request as it is stored, without its people. */
export interface StoredRequest {
  readonly id: string;
  readonly organizationId: string;
  readonly headline: string;
  readonly lifeSafety: boolean;
  readonly isDrill: boolean;
  readonly askedAt: number;
  readonly steps: readonly EscalationStep[];
  readonly stepsTaken: number;
  readonly nextStepAt: number | null;
}

export const requestColumns = sql`
  q.id, q.organization_id as "organizationId", n.subject as headline, q.life_safety as "lifeSafety",
  q.is_drill as "isDrill", (extract(epoch from q.asked_at) * 1000)::float8 as "askedAt", q.steps,
  q.steps_taken as "stepsTaken", (extract(epoch from q.next_step_at) * 1000)::float8 as "nextStepAt"`;

/**
 * Undefined for one of another organization. `group`: the only one whose requests are seen, or 'any'; requests of
 * warnings are seen by each group of which somebody is asked.
 */
export async function findRequest(
  db: Database,
  { organizationId, id }: RecordKey,
  group: string | null | 'any',
): Promise<StoredRequest | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<StoredRequest>`
    select ${requestColumns} from response_requests q join notices n on n.id = q.notice_id
    where q.id = ${id} and q.organization_id = ${organizationId}
      ${
        group === 'any'
          ? sql``
          : sql`and (q.group_id = ${group} or (q.of_warning and exists (
              select from response_requested_people p join users u on u.id = p.user_id
              where p.request_id = q.id and u.group_id = ${group})))`
      }`.execute(db);
  return rows[0];
}

type PersonRow = Omit<AskedPerson, 'response'> & ResponseRow;

function personOf({ kind, place, at, pressedAt, way, ...row }: PersonRow): AskedPerson {
  return { ...row, response: responseOf({ kind, place, at, pressedAt, way }) };
}

/** The people who were asked, by their names; of one group, or of all with 'any'. */
export async function peopleOfRequest(
  db: Database,
  requestId: string,
  group: string | null | 'any' = 'any',
): Promise<AskedPerson[]> {
  const { rows } = await sql<PersonRow>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, g.id as "groupId", g.name as "groupName",
      ${responseColumns}
    from response_requested_people p join users u on u.id = p.user_id
    left join groups g on g.id = u.group_id left join responses r on r.id = p.response_id
    where p.request_id = ${requestId} ${group === 'any' ? sql`` : sql`and u.group_id = ${group}`}
    order by lower(u.first_name), lower(u.last_name), u.id`.execute(db);
  return rows.map(personOf);
}

/** Somebody who was asked, for counting. */
export type CountedPerson = Pick<AskedPerson, 'id' | 'groupName'> & { readonly kind: ResponseKind | null };

/** Everybody who was asked, with what counts; of one group, or of all with 'any'. */
export async function countedOfRequest(
  db: Database,
  requestId: string,
  group: string | null | 'any',
): Promise<CountedPerson[]> {
  const { rows } = await sql<CountedPerson>`
    select u.id, g.name as "groupName", r.kind
    from response_requested_people p join users u on u.id = p.user_id
    left join groups g on g.id = u.group_id left join responses r on r.id = p.response_id
    where p.request_id = ${requestId} ${group === 'any' ? sql`` : sql`and u.group_id = ${group}`}
    order by lower(g.name), u.id`.execute(db);
  return rows;
}

export interface PeopleQuestion {
  /** Those of whom this counts, or who have not responded; null for all. */
  readonly kind: ResponseKind | 'none' | null;
  /** A part of a name, in any case; '' for all. */
  readonly search: string;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** A page of the people who were asked, by their names, and how many there are on all pages. */
export async function pageOfPeople(
  db: Database,
  requestId: string,
  group: string | null | 'any',
  { kind, search, page, pageSize }: PeopleQuestion,
): Promise<{ people: AskedPerson[]; total: number }> {
  const name = sql`trim(u.first_name || ' ' || u.last_name)`;
  const found = sql`
    from response_requested_people p join users u on u.id = p.user_id
    left join groups g on g.id = u.group_id left join responses r on r.id = p.response_id
    where p.request_id = ${requestId} ${group === 'any' ? sql`` : sql`and u.group_id = ${group}`}
      ${kind === null ? sql`` : kind === 'none' ? sql`and r.id is null` : sql`and r.kind = ${kind}`}
      ${search === '' ? sql`` : sql`and strpos(lower(${name}), lower(${search})) > 0`}`;
  const { rows } = await sql<PersonRow>`
    select u.id, ${name} as name, g.id as "groupId", g.name as "groupName", ${responseColumns} ${found}
    order by lower(u.first_name), lower(u.last_name), u.id
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db);
  return {
    people: rows.map(personOf),
    total: counted.rows[0]?.total ?? 0,
  };
}

export interface TakenStep {
  readonly step: number;
  readonly at: number;
  readonly listed: number;
  readonly notified: number;
  readonly notSent: number;
}

export async function stepsOfRequest(db: Database, requestId: string): Promise<TakenStep[]> {
  const { rows } = await sql<TakenStep>`
    select step, (extract(epoch from at) * 1000)::float8 as at, listed, notified, not_sent as "notSent"
    from response_steps where request_id = ${requestId} order by step`.execute(db);
  return rows;
}
