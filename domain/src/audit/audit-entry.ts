import type { AuditAction } from './audit-actions.ts';
import type { JsonObject, JsonValue } from './canonical-json.ts';

/** The version of the format of an entry; docs/audit.md describes it. */
export const auditFormat = 1;

/** `previous` of the first entry of a chain. */
export const noPreviousHash = '0'.repeat(64);

/** The chain of what belongs to no organization. Every other chain has the id of its organization. */
export const installationChain = 'installation';

/**
 * In the place of a value that belongs to a person: the SHA-256 digest, as hex, of a salt and the value. Salt and
 * value are kept beside the chain, so that erasing them leaves the chain whole.
 */
export interface PersonalDigest {
  readonly personal: string;
}

/** Who made a change, as an entry says it. Ids only: names are read where an entry is shown. */
export interface AuditActor {
  readonly kind: 'user' | 'operator' | 'system';
  /** The id of a person; the name of a part of the server. */
  readonly id: string;
  readonly via?: 'session' | 'api-key' | 'impersonation';
  /** The operator who acted as the person. */
  readonly operatorId?: string;
  /** The sign-in, key or link by which the request came. */
  readonly credential?: { readonly kind: string; readonly id: string };
  /** The address that the request came from. */
  readonly network?: PersonalDigest;
  /** The id of the request, as logs have it. */
  readonly requestId?: string;
}

/** One entry of an audit chain. Its hash is the SHA-256 of its canonical JSON. */
export interface AuditEntry {
  readonly format: typeof auditFormat;
  /** The id of an organization, or `installation`. */
  readonly chain: string;
  /** 1 for the first entry of a chain, one more for each that follows. */
  readonly sequence: number;
  /** The hash of the entry before, as lower-case hex. */
  readonly previous: string;
  /** Time of the wall clock, ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  /** Time of the product clock; another one than `at` with simulated and replayed weather. Null where none is known. */
  readonly productAt: string | null;
  readonly actor: AuditActor;
  /** What was done to what: `policy.changed`. */
  readonly action: AuditAction;
  /** The id of what was changed; null where there is none. */
  readonly recordId: string | null;
  /** The fields that changed as they were; null for something new. */
  readonly before: JsonObject | null;
  /** The fields that changed as they are; null for something that is gone. */
  readonly after: JsonObject | null;
  /** Where a reason was asked. */
  readonly reason: string | null;
}

/** What is the same before and after says nothing. */
const bookkeeping = new Set(['revision', 'fieldRevisions', 'updatedAt', 'createdAt']);

/**
 * The fields in which two versions of a record differ, as they were and as they are. Of something new or gone all
 * fields are given. Revisions and the times of rows are left out, and so is what is undefined.
 */
export function changedFields(
  before: object | null,
  after: object | null,
): { readonly before: JsonObject | null; readonly after: JsonObject | null } {
  const was = before && jsonObject(before);
  const is = after && jsonObject(after);
  if (was === null || is === null) return { before: was, after: is };
  const differing = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  const only = (all: JsonObject): JsonObject =>
    Object.fromEntries(differing.flatMap((name) => (name in all ? [[name, all[name] as JsonValue]] : [])));
  return { before: only(was), after: only(is) };
}

function jsonObject(record: object): JsonObject {
  const kept = Object.entries(record).filter(([name]) => !bookkeeping.has(name));
  return JSON.parse(JSON.stringify(Object.fromEntries(kept))) as JsonObject;
}
