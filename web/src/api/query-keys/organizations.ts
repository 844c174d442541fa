import { queryKind } from './query-kind.ts';

export const organizationKeys = {
  /** Its name and banner; a change is announced with those of people and groups. */
  organization: queryKind('organization', { announcedBy: ['policies'] }),
  /** A form asks for it when it opens or is refused. */
  settings: queryKind('organization-settings', { quiet: true }),
  /** Asked for when the page opens. */
  impersonations: queryKind('impersonations', { quiet: true }),
  /** Asked for when the page opens. */
  operatorProfile: queryKind('operator-profile', { quiet: true }),
  /** Those that an operator manages. Operators alone change them, on one page. */
  managed: queryKind('managed-organizations', { quiet: true }),
};
