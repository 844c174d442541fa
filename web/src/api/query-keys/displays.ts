import { queryKind } from './query-kind.ts';

export const displayKeys = {
  links: queryKind('displayLinks', { quiet: 'Asked for when their dialog opens.' }),
};
