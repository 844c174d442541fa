import { queryKind } from './query-kind.ts';

export const conditionKeys = {
  observation: queryKind('observation', { announcedBy: ['observations'], perLocation: true }),
  observationAtPoint: queryKind('observation-at-point', { announcedBy: ['observations'] }),
  history: queryKind('condition-history', { quiet: 'A chart of hours is polled.', onReconnect: true }),
};
