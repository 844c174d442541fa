import { queryKind } from './query-kind.ts';

export const peopleKeys = {
  currentUser: queryKind('user', { quiet: 'A refused call shows at once that permissions changed.' }),
  groups: queryKind('groups', { quiet: 'Asked for when a form opens.' }),
};
