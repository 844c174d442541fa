export { type AuditAction, auditActions } from './audit-actions.ts';
export {
  type AuditActor,
  type AuditEntry,
  auditFormat,
  changedFields,
  installationChain,
  noPreviousHash,
  type PersonalDigest,
} from './audit-entry.ts';
export { canonicalJson, type JsonObject, type JsonValue, NotCanonical } from './canonical-json.ts';
export { fieldsBefore, type RecordChange } from './earlier-version.ts';
