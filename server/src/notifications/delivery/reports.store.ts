import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import { continueFallbackChains, lockFallbackChains } from './fallback-chains.store.ts';

/** What a provider reports later of an SMS that it accepted. */
export interface ProviderReport {
  readonly deliveryId: string;
  readonly vendor: string;
  readonly providerId: string | null;
  readonly state: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed';
  readonly reason: string | null;
}

/**
 * Records a report. Reports may be late, repeated and out of order, so the state of a delivery never goes
 * back: 'delivered' is final; 'undelivered' and 'failed' queue the next channel. Any report shows that the
 * provider has the message, so it is not sent again. False when there is no such delivery.
 */
export async function recordReport(
  db: Database,
  actor: Actor,
  report: ProviderReport,
  wallNow: number,
): Promise<boolean> {
  if (!isUuid(report.deliveryId)) return false;
  return db.transaction().execute(async (transaction) => {
    await lockFallbackChains(transaction, [report.deliveryId]);
    const failed = report.state === 'undelivered' || report.state === 'failed';
    const { rows } = await sql<{
      state: string;
      before: string;
      userId: string | null;
      organizationId: string;
      isMassMessage: boolean;
    }>`
      with before as (
        select id, state from deliveries where id = ${report.deliveryId} and channel = 'sms' and (vendor is null or vendor = ${report.vendor}) for update
      )
      update deliveries d set
        updated_at = ${new Date(wallNow)},
        vendor = ${report.vendor},
        provider_id = coalesce(d.provider_id, ${report.providerId}),
        provider_state = case
          when d.provider_state = 'delivered' or (d.provider_state in ('undelivered', 'failed') and ${!failed && report.state !== 'delivered'})
            or (d.provider_state = 'sent' and ${report.state === 'queued'}) then d.provider_state
          else ${report.state} end,
        accepted_at = coalesce(d.accepted_at, ${new Date(wallNow)}),
        last_error = case when ${failed} and d.state <> 'delivered' then ${report.reason} else d.last_error end,
        state = case
          when d.state = 'delivered' or ${report.state === 'delivered'} then 'delivered'
          when ${failed} or d.provider_state in ('undelivered', 'failed') then 'failed'
          else 'accepted' end
      from before k where d.id = k.id
      returning d.state, k.state as before, d.user_id as "userId", d.organization_id as "organizationId",
        (select n.kind = 'mass-message' from notices n where n.id = d.notice_id) as "isMassMessage"`.execute(
      transaction,
    );
    const [row] = rows;
    if (!row) return false;
    if (row.state === 'failed' && row.before !== 'failed')
      await continueFallbackChains(transaction, actor, [report.deliveryId], wallNow);
    if (row.userId !== null && row.state !== row.before)
      await notify(transaction, { topic: 'notifications', ids: [row.userId] });
    if (row.isMassMessage && row.state !== row.before)
      await notify(transaction, { topic: 'mass-messages', ids: [row.organizationId] });
    return true;
  });
}
