import { queryKind } from './query-kind.ts';

export const warningKeys = {
  violations: queryKind('violations', { announcedBy: ['warnings', 'policies'], throttleMs: 10_000 }),
  threats: queryKind('threats', { announcedBy: ['warnings', 'policies'] }),
  today: queryKind('today', { announcedBy: ['warnings', 'policies', 'practice-times'] }),
};
