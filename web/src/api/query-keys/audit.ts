import { queryKind } from './query-kind.ts';

export const auditKeys = {
  /** Parts of the list, and the history of a record. Asked for when the page opens, and on demand. */
  entries: queryKind('audit', { quiet: true }),
  /** Asked for every minute while the page is open. */
  check: queryKind('audit-check', { quiet: true }),
};
