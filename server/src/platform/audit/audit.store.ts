import { createHash, randomBytes } from 'node:crypto';
import {
  type AuditAction,
  type AuditActor,
  type AuditEntry,
  auditFormat,
  canonicalJson,
  changedFields,
  type JsonObject,
  type JsonValue,
  noPreviousHash,
  type PersonalDigest,
} from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';

/** A change, or something that was done, as the audit says it. */
export interface AuditRecord {
  /** The id of the organization that it belongs to, or `installationChain`. */
  readonly chain: string;
  readonly action: AuditAction;
  /** The id of what was changed; null where there is none. */
  readonly recordId: string | null;
  /** The record before and after: what is the same is left out. Null for something new or gone. */
  readonly before?: object | null;
  readonly after?: object | null;
  readonly reason?: string;
  /**
   * Fields of `before` and `after` that belong to a person: the chain keeps digests of them, and their values can be
   * erased with the person (null where nobody would be erased).
   */
  readonly personal?: { readonly userId: string | null; readonly fields: readonly string[] };
  /** Time of the product clock, epoch ms; null where none is known. */
  readonly now: number | null;
}

/** What is kept beside the chain, under its digest. */
interface PersonalValue {
  readonly digest: string;
  readonly userId: string | null;
  readonly salt: string;
  readonly value: string;
}

/**
 * Adds an entry to a chain, in the transaction of the change that it tells of: neither is stored without the other.
 * The newest entry of the chain is locked until the end of the transaction, so call it last: what locks something
 * else after it could wait for somebody who waits for it. Throws outside of a transaction.
 */
export async function appendAudit(transaction: Database, actor: Actor, record: AuditRecord): Promise<void> {
  if (!transaction.isTransaction)
    throw new Error('An audit entry is added in the transaction of its change.');
  const { chain, action, recordId, reason, now } = record;
  const { rows } = await sql<{ sequence: string; hash: string; at: Date }>`
    insert into audit_chains as head (chain, sequence, hash) values (${chain}, 1, ${noPreviousHash})
    on conflict (chain) do update set sequence = head.sequence + 1
    returning sequence, hash, clock_timestamp() as at`.execute(transaction);
  const [head] = rows;
  if (!head) throw new Error(`The chain ${chain} gave no entry.`);
  const values: PersonalValue[] = [];
  const changed = changedFields(record.before ?? null, record.after ?? null);
  const conceal = (fields: JsonObject | null) => fields && concealed(fields, record.personal, values);
  const entry: AuditEntry = {
    format: auditFormat,
    chain,
    sequence: Number(head.sequence),
    previous: head.hash,
    at: head.at.toISOString(),
    productAt: now === null ? null : new Date(now).toISOString(),
    actor: auditActor(actor, values),
    action,
    recordId,
    before: conceal(changed.before),
    after: conceal(changed.after),
    reason: reason ?? null,
  };
  const body = canonicalJson(entry);
  const hash = sha256(body);
  await sql`
    with entry as (
      insert into audit_entries (chain, sequence, hash, body, at, actor_id, action, record_id)
      values (${chain}, ${entry.sequence}, ${hash}, ${body}, ${head.at}, ${entry.actor.id}, ${action}, ${recordId})
    ), personal as (
      insert into audit_values (chain, digest, user_id, salt, value)
      select ${chain}, digest, "userId", salt, value
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as given (digest text, "userId" uuid, salt text, value text)
    )
    update audit_chains set hash = ${hash} where chain = ${chain}`.execute(transaction);
}

function concealed(
  fields: JsonObject,
  personal: AuditRecord['personal'],
  values: PersonalValue[],
): JsonObject {
  if (!personal) return fields;
  const isPersonal = new Set(personal.fields);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value !== null && isPersonal.has(name)
        ? { personal: digestOf(value, personal.userId, values).personal }
        : value,
    ]),
  );
}

function auditActor(actor: Actor, values: PersonalValue[]): AuditActor {
  const { origin } = actor;
  const userId = actor.kind === 'system' ? null : actor.userId;
  return {
    kind: actor.kind,
    id: actor.kind === 'system' ? actor.name : actor.userId,
    ...(actor.kind === 'user' && { via: actor.via }),
    ...(actor.kind === 'user' && actor.operatorId !== undefined && { operatorId: actor.operatorId }),
    ...(origin?.credential && { credential: { kind: origin.credential.kind, id: origin.credential.id } }),
    ...(origin && {
      network: digestOf(
        origin.network,
        actor.kind === 'user' ? (actor.operatorId ?? userId) : userId,
        values,
      ),
      requestId: origin.requestId,
    }),
  };
}

/** The digest of a value with a new salt: equal values cannot be told from their digests. */
function digestOf(value: JsonValue, userId: string | null, values: PersonalValue[]): PersonalDigest {
  const salt = randomBytes(16).toString('hex');
  const text = canonicalJson(value);
  const digest = sha256(salt + text);
  values.push({ digest, userId, salt, value: text });
  return { personal: digest };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
