import { queryKind } from './query-kind.ts';

export const messageKeys = {
  /** The proactive forecasts of a location, and all of the organization's. */
  forecasts: queryKind('proactive-forecasts', { announcedBy: ['warnings', 'policies'] }),
  /** The newest that were sent, the recipients of one, and the templates. */
  massMessages: queryKind('mass-messages', { announcedBy: ['mass-messages'], throttleMs: 5_000 }),
  /** All that were sent: the newest ones, which change, are asked for by themselves. */
  massMessageHistory: queryKind('mass-message-history', { quiet: true, onReconnect: true }),
  /** A change of people or groups changes whom policies notify, and is announced with them. */
  addressees: queryKind('mass-message-addressees', { announcedBy: ['policies'] }),
  /** Asked for every few seconds while the question before sending is open. */
  massMessagePreview: queryKind('mass-message-preview', { quiet: true }),
};
