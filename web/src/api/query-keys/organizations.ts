import { queryKind } from './query-kind.ts';

export const organizationKeys = {
  /** Its name and banner; a change is announced with those of people and groups. */
  organization: queryKind('organization', { announcedBy: ['policies'] }),
  settings: queryKind('organization-settings', { quiet: 'A form asks for it when it opens or is refused.' }),
  impersonations: queryKind('impersonations', { quiet: 'Asked for when the page opens.' }),
  operatorProfile: queryKind('operator-profile', { quiet: 'Asked for when the page opens.' }),
  /** Those that an operator manages. */
  managed: queryKind('managed-organizations', { quiet: 'Operators alone change them, on one page.' }),
};
