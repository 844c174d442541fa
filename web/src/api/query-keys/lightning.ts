import { queryKind } from './query-kind.ts';

export const lightningKeys = {
  /** A changed location or a lightning policy changes radii and timers. */
  delays: queryKind('delays', { announcedBy: ['lightning', 'locations', 'policies'], throttleMs: 3_000 }),
  /**
   * The newest strike comes with the delay; the rest of the tape may be some seconds later. The lightning of a
   * changed location is announced as well; that of one that is gone is not requested again.
   */
  tape: queryKind('lightning-tape', {
    announcedBy: ['lightning', 'policies'],
    perLocation: true,
  }),
  /** Thunder that people heard at the organization's places in the last day. */
  thunderReports: queryKind('thunder-reports', { announcedBy: ['thunder'], throttleMs: 2_000 }),
};
