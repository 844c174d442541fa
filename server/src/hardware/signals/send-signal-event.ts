import { randomUUID } from 'node:crypto';
import { sendWebhookEvent } from '../../notifications/index.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';

/** What other programs are told of units that are given the same signal, or begin a drill. */
interface SignaledUnits {
  readonly organizationId: string;
  /** `drill` for a drill, so that nobody takes it for a warning. */
  readonly signal: string;
  readonly units: readonly {
    readonly id: string;
    readonly name: string;
    readonly placeId: string | null;
    readonly placeName: string;
    readonly text: string;
    /** Of a drill only. */
    readonly drillId?: string;
  }[];
  readonly now: number;
}

/** One event for all of them, in the transaction of their commands. */
export async function sendSignalEvent(
  transaction: Database,
  actor: Actor,
  { organizationId, signal, units, now }: SignaledUnits,
): Promise<void> {
  if (units.length === 0) return;
  await sendWebhookEvent(transaction, actor, {
    ...{ organizationId, kind: 'hardware.signal', id: randomUUID(), at: now },
    placeIds: [...new Set(units.flatMap(({ placeId }) => placeId ?? []))],
    data: { signal, ...(signal === 'drill' && { isDrill: true }), units },
  });
}
