import { queryKind } from './query-kind.ts';

export const peopleKeys = {
  currentUser: queryKind('user', { quiet: 'A refused call shows at once that permissions changed.' }),
  /** A change of people or groups changes whom policies notify, and is announced with them. */
  groups: queryKind('groups', { announcedBy: ['policies'] }),
  users: queryKind('users', { announcedBy: ['policies'] }),
  factors: queryKind('factors', { quiet: 'Asked for when the page opens.' }),
  factorRoles: queryKind('factor-roles', { quiet: 'A form asks for them when it opens or is refused.' }),
  sso: queryKind('sso', { quiet: 'Asked for when the page opens.' }),
  profile: queryKind('profile', { quiet: 'Asked for when the page opens.' }),
  consultation: queryKind('consultation', {
    quiet: 'Asked for when the page opens, and while a question is being sent.',
  }),
  sessions: queryKind('sessions', { quiet: 'Asked for when the page opens.' }),
};
