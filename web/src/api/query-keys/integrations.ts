import { queryKind } from './query-kind.ts';

export const integrationKeys = {
  /** Asked for when their page opens. */
  apiKeys: queryKind('api-keys', { quiet: true }),
  /** Asked for when their page opens. */
  webhooks: queryKind('webhooks', { quiet: true }),
  /** Asked for every few seconds while it is open. */
  webhookLog: queryKind('webhook-log', { quiet: true }),
  /** Asked for when its page opens. */
  capAddress: queryKind('cap-address', { quiet: true }),
  /** Asked for when a page opens. */
  informacast: queryKind('informacast', { quiet: true }),
  /** Asked for every few seconds while their page is open. */
  scenarioTriggers: queryKind('scenario-triggers', { quiet: true }),
  /** What InformaCast has: asked for when the dialog opens. */
  informacastItems: queryKind('informacast-items', { quiet: true }),
};
