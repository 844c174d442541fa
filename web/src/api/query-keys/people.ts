import { queryKind } from './query-kind.ts';

export const peopleKeys = {
  /** A refused call shows at once that permissions changed. */
  currentUser: queryKind('user', { quiet: true }),
  /** A change of people or groups changes whom policies notify, and is announced with them. */
  groups: queryKind('groups', { announcedBy: ['policies'] }),
  users: queryKind('users', { announcedBy: ['policies'] }),
  /** Asked for when the page opens. */
  factors: queryKind('factors', { quiet: true }),
  /** A form asks for them when it opens or is refused. */
  factorRoles: queryKind('factor-roles', { quiet: true }),
  /** Asked for when the page opens. */
  sso: queryKind('sso', { quiet: true }),
  /** Asked for when the page opens. */
  profile: queryKind('profile', { quiet: true }),
  /** Asked for when the page opens, and while a question is being sent. */
  consultation: queryKind('consultation', { quiet: true }),
  /** Asked for when the page opens. */
  sessions: queryKind('sessions', { quiet: true }),
};
