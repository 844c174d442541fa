import { launchAllClears } from '../notifications/index.ts';
import { systemActor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import type { StoredWarning } from './store.ts';

const actor = systemActor('launch-scenarios');

/**
 * Launches the all-clear scenarios of a place at which nothing holds, in the transaction of its all clear. `row` is the
 * warning that announces it.
 */
export async function launchPlaceClear(
  transaction: Database,
  { id, organizationId, organizationLocationId, revision }: StoredWarning,
  text: string,
  now: number,
): Promise<void> {
  if (organizationLocationId === null) return;
  const of = { organizationId, organizationLocationId, warningId: id, revision };
  await launchAllClears(transaction, actor, { ...of, text, at: now });
}
