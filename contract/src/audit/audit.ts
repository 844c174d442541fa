import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const instant = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be a date and time, such as 2026-06-06T20:00:00Z` });
const text = (name: string, length: number) =>
  z.string().max(length, `${name} must be at most ${length} characters`);

/** Which entries to give; all that are left out are not asked. */
const auditFilter = z.object({
  /** Entries from this instant of the wall clock, inclusive. */
  from: instant('From').optional(),
  /** Entries before this instant of the wall clock, exclusive. */
  to: instant('To').optional(),
  /** What this person did: as themselves, or as the operator behind another person. */
  userId: text('UserId', 100).optional(),
  /** The part of the action before the dot: `policy`. */
  subject: text('Subject', 100).optional(),
  /** A whole action: `policy.changed`. */
  action: text('Action', 100).optional(),
  /** The history of one record. */
  recordId: text('RecordId', 100).optional(),
});

export type AuditFilter = z.output<typeof auditFilter>;

/** In the place of a personal value that has been erased; the chain keeps its digest. */
export const erasedAuditValue = z.object({ erased: z.literal(true) });

/** Fields of a record. A value that belongs to a person and has been erased is `{ erased: true }`. */
const auditFields = z.record(z.string(), z.unknown()).nullable();

/** A person, an operator or a part of the server. */
export const auditEntryActor = z.object({
  kind: z.enum(['user', 'operator', 'system']),
  /** The id of a person; the name of a part of the server. */
  id: z.string(),
  /** First and last name today; null where the person is erased or unknown, and for parts of the server. */
  name: z.string().nullable(),
  via: z.enum(['session', 'api-key', 'impersonation']).nullable(),
  /** The operator who acted as the person. */
  operatorId: z.string().nullable(),
  operatorName: z.string().nullable(),
  /** The sign-in, key or link by which the request came. */
  credential: z.object({ kind: z.string(), id: z.string() }).nullable(),
  /** The network address of the request; null where there was none or it has been erased. */
  network: z.string().nullable(),
  /** The id of the request in the log. */
  requestId: z.string().nullable(),
});

export const auditEntry = z.object({
  /** 1 for the first entry of the organization. */
  sequence: z.number().int(),
  /** SHA-256 of the entry, lower-case hex. */
  hash: z.string(),
  /** Time of the wall clock, ISO 8601. */
  at: z.string(),
  /** Time of the product clock; another one with simulated and replayed weather. Null where none is known. */
  productAt: z.string().nullable(),
  /** `auditActions` of the domain has the words. */
  action: z.string(),
  recordId: z.string().nullable(),
  /** The name of the record, as it was after the change; null where none is known. */
  recordName: z.string().nullable(),
  actor: auditEntryActor,
  /** The fields that changed as they were; null for something new. */
  before: auditFields,
  /** The fields that changed as they are; null for something that is gone. */
  after: auditFields,
  reason: z.string().nullable(),
});

export type AuditEntryRow = z.infer<typeof auditEntry>;

/** A part of the list, newest first. */
export const auditPage = z.object({
  entries: z.array(auditEntry),
  /** `cursor` of the next part; null at the end. The header `Link` has the address too. */
  nextCursor: z.string().nullable(),
});

export type AuditPage = z.infer<typeof auditPage>;

export const listAudit = defineRoute({
  ...paths.listAudit,
  needs: 'audit:read',
  summary: 'What was changed and done in the organization, and by whom: newest first, in parts',
  query: auditFilter.extend({
    /** 50 unless set. */
    limit: z
      .string()
      .regex(/^([1-9]\d?|1\d\d|200)$/, 'Limit must be a whole number from 1 to 200')
      .transform(Number)
      .optional(),
    /** `nextCursor` of the part before, asked with the same filters. */
    cursor: text('Cursor', 500).optional(),
  }),
  data: auditPage,
  failures: [400],
});

/** A head of a chain that was signed. */
export const auditHead = z.object({
  sequence: z.number().int(),
  /** The hash of the entry with this number. */
  hash: z.string(),
  signedAt: z.string(),
});

export const auditCheck = z.object({
  /**
   * True: every entry was read and the chain verifies. False: it does not. Null: not known yet, the first check
   * since the start of the server is under way.
   */
  isWhole: z.boolean().nullable(),
  /** How many entries the chain has. */
  entries: z.number().int(),
  /** The last entry that was verified; 0 before any was. */
  throughSequence: z.number().int(),
  /** When the newest entry was verified. */
  checkedAt: z.string(),
  /** When the whole chain was last read from its first entry; later checks read what was added. Null before. */
  wholeCheckedAt: z.string().nullable(),
  /** The first entry that is wrong, and a sentence that says how; null where none is. */
  firstFault: z.object({ sequence: z.number().int(), what: z.string() }).nullable(),
  /** The newest head that was signed; null before the first day's. */
  newestHead: auditHead.nullable(),
});

export type AuditCheck = z.infer<typeof auditCheck>;

export const checkAudit = defineRoute({
  ...paths.checkAudit,
  needs: 'audit:read',
  summary: 'Whether the audit chain of the organization verifies',
  data: auditCheck,
});

/**
 * The answer is a file. JSON lines have the whole chain, which verifies with nothing else (docs/audit.md), so that
 * filters are refused; CSV has the entries of the filters, oldest first.
 */
export const exportAudit = defineRoute({
  ...paths.exportAudit,
  needs: 'audit:read',
  refusesImpersonation: true,
  summary: 'The audit as a file: the whole chain as JSON lines, or a selection as CSV',
  query: auditFilter.extend({
    format: z.enum(['jsonl', 'csv'], 'Format must be jsonl or csv'),
    /** The caller’s own organization; any other is not found. */
    organizationId: text('OrganizationId', 100).optional(),
  }),
  data: z.unknown(),
  failures: [400, 403, 404],
});

export const getAuditKey = defineRoute({
  ...paths.getAuditKey,
  needs: 'audit:read',
  summary: 'The public key of the installation, which signs the heads of its audit chains',
  data: z.object({
    algorithm: z.literal('Ed25519'),
    /** SubjectPublicKeyInfo (RFC 8410). */
    pem: z.string(),
    /** RFC 8037 */
    jwk: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  }),
});
