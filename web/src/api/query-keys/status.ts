import { queryKind } from './query-kind.ts';

export const statusKeys = {
  status: queryKind('status', { announcedBy: ['status'] }),
};
