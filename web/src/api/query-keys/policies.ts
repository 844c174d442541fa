import { queryKind } from './query-kind.ts';

export const policyKeys = {
  /** The list, and the policies that watch a location. */
  policies: queryKind('policies', { announcedBy: ['policies'] }),
  /** A catalog of this version. */
  types: queryKind('policy-types', { quiet: true }),
};
