import { queryKind } from './query-kind.ts';

export const warningKeys = {
  /** A closure is among what holds a location. */
  violations: queryKind('violations', {
    announcedBy: ['warnings', 'policies', 'closures'],
    throttleMs: 10_000,
  }),
  threats: queryKind('threats', { announcedBy: ['warnings', 'policies'] }),
  today: queryKind('today', { announcedBy: ['warnings', 'policies', 'practice-times'] }),
};
