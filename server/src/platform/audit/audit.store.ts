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
  /** What of `before` and `after` belongs to people: the chain keeps digests of it. */
  readonly personal?: PersonalFields | readonly PersonalFields[];
  /** Time of the product clock, epoch ms; null where none is known. */
  readonly now: number | null;
}

/** Fields that belong to a person: their values can be erased with the person. */
export interface PersonalFields {
  /** Null where nobody would be erased. */
  readonly userId: string | null;
  readonly fields: readonly string[];
  /** The field whose value is the object that has `fields`, in an entry about many people; the record itself if unset. */
  readonly of?: string;
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
  const values: PersonalValue[] = [];
  const changed = changedFields(record.before ?? null, record.after ?? null);
  const conceal = (fields: JsonObject | null) => fields && concealed(fields, record.personal, values);
  const actorOfEntry = auditActor(actor, values);
  // The fields of an entry in the order of their names, cut where the chain adds `at`, `previous` and `sequence`.
  const head = `{${fieldsOf({ action, actor: actorOfEntry, after: conceal(changed.after) })},"at":"`;
  const middle = `",${fieldsOf({ before: conceal(changed.before), chain, format: auditFormat })},"previous":"`;
  const productAt = now === null ? null : new Date(now).toISOString();
  const rest = `",${fieldsOf({ productAt, reason: reason ?? null, recordId })},"sequence":`;
  const personal = values.length === 0 ? null : JSON.stringify(values);
  // The versions of settings that the transaction changes begin at this product time (migration 0053).
  const given = productAt === null ? sql`` : sql`, set_config('allclear.product_at', ${productAt}, true)`;
  await sql`select append_audit(${chain}, ${head}, ${middle}, ${rest}, ${actorOfEntry.id}, ${action}, ${recordId},
    ${personal}::jsonb)${given}`.execute(transaction);
}

/** An object as canonical JSON, without its braces. */
function fieldsOf(fields: Partial<AuditEntry>): string {
  return canonicalJson(fields).slice(1, -1);
}

function concealed(
  record: JsonObject,
  personal: AuditRecord['personal'],
  values: PersonalValue[],
): JsonObject {
  if (!personal) return record;
  const hidden: Record<string, JsonValue> = { ...record };
  for (const { userId, fields, of } of [personal].flat()) {
    if (of === undefined) concealFields(hidden, userId, fields, values);
    else if (isObject(hidden[of])) {
      const inner = { ...hidden[of] };
      concealFields(inner, userId, fields, values);
      hidden[of] = inner;
    }
  }
  return hidden;
}

function concealFields(
  record: Record<string, JsonValue>,
  userId: string | null,
  fields: readonly string[],
  values: PersonalValue[],
): void {
  for (const name of fields) {
    const value = record[name] ?? null;
    if (value !== null) record[name] = { personal: digestOf(value, userId, values).personal };
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function auditActor(actor: Actor, values: PersonalValue[]): AuditActor {
  const { origin } = actor;
  const userId = actor.kind === 'system' ? (actor.personId ?? null) : actor.userId;
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
