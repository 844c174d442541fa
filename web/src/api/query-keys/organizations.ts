import { queryKind } from './query-kind.ts';

export const organizationKeys = {
  organization: queryKind('organization', { quiet: 'Entitlements change by contract, not by the hour.' }),
  /** Those that an operator manages. */
  managed: queryKind('managed-organizations', { quiet: 'Operators alone change them, on one page.' }),
};
