import { queryKind } from './query-kind.ts';

export const rollCallKeys = {
  /** By its id, and that of a place. */
  rollCalls: queryKind('roll-calls', { announcedBy: ['roll-call'], throttleMs: 1_000 }),
  /** The shelters of a place. */
  shelters: queryKind('shelters', { announcedBy: ['roll-call'], throttleMs: 2_000 }),
  /** The groups of a place; asked for when their page opens. */
  groups: queryKind('roll-call-groups', { quiet: true }),
  /** Asked for when the page of the organization opens. */
  settings: queryKind('roll-call-settings', { quiet: true }),
};
