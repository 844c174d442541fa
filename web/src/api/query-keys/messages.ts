import { queryKind } from './query-kind.ts';

export const messageKeys = {
  /** The proactive forecasts of a location, and all of the organization's. */
  forecasts: queryKind('proactive-forecasts', { announcedBy: ['warnings', 'policies'] }),
};
