import { queryKind } from './query-kind.ts';

export const organizationKeys = {
  organization: queryKind('organization', { quiet: 'Entitlements change by contract, not by the hour.' }),
};
