import { queryKind } from './query-kind.ts';

export const heatKeys = {
  workRest: queryKind('work-rest', { announcedBy: ['profiles'] }),
  riskProfile: queryKind('risk-profile', { announcedBy: ['profiles'] }),
  /** The lists of the profiles page. */
  profiles: queryKind('heat-profiles', { announcedBy: ['profiles'] }),
  /** A chart of hours is polled. */
  series: queryKind('heat-series', { quiet: true, onReconnect: true }),
};
