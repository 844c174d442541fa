import { queryKind } from './query-kind.ts';

export const displayKeys = {
  /** Asked for when their dialog opens. */
  links: queryKind('displayLinks', { quiet: true }),
};
