export {
  type AuditAction,
  type AuditActor,
  type AuditEntry,
  auditFormat,
  changedFields,
  installationChain,
  noPreviousHash,
  type PersonalDigest,
} from './audit-entry.ts';
export { canonicalJson, type JsonObject, type JsonValue, NotCanonical } from './canonical-json.ts';
