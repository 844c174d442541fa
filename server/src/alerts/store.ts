import type { AlertList } from '@allclear/adapters';
import type { CapAlert } from '@allclear/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { recordFeed } from '../platform/feeds/store.ts';

/** How long after its end an alert still gives the start of its event. */
const rememberedMs = 24 * 3_600_000;
/** Rows of one statement: building a larger one would block other requests. */
const rowsPerStatement = 100;

/**
 * Stores every alert of a list that was read at `now`; a stored alert stays unless it was corrected. An alert is
 * never deleted because a list omits it: a missing alert is not a canceled one. The same transaction records the
 * feed's state and notifies the other processes that the list was read, whether or not it contained anything new.
 * Returns how many rows changed. No entry in the audit: it is what a source said.
 */
export async function storeAlerts(
  db: Database,
  actor: Actor,
  vendor: string,
  { alerts, asOf }: AlertList,
  now: number,
): Promise<number> {
  const unique = [...new Map(alerts.map((alert) => [alert.id, alert])).values()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  return db.transaction().execute(async (transaction) => {
    let changed = 0;
    for (let from = 0; from < unique.length; from += rowsPerStatement) {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('weather_alerts')
        .values(unique.slice(from, from + rowsPerStatement).map((alert) => rowOf(vendor, alert, now)))
        .onConflict((conflict) =>
          conflict
            .columns(['vendor', 'id'])
            .doUpdateSet((set) => ({
              event: set.ref('excluded.event'),
              status: set.ref('excluded.status'),
              message_type: set.ref('excluded.message_type'),
              sent_at: set.ref('excluded.sent_at'),
              expires_at: set.ref('excluded.expires_at'),
              ends_at: set.ref('excluded.ends_at'),
              zones: set.ref('excluded.zones'),
              alert: set.ref('excluded.alert'),
              received_at: set.ref('excluded.received_at'),
            }))
            .whereRef('weather_alerts.alert', 'is distinct from', 'excluded.alert'),
        )
        .executeTakeFirstOrThrow();
      changed += Number(numInsertedOrUpdatedRows ?? 0n);
    }
    const state = { observedThrough: asOf, lastSuccessAt: now, lastError: null, lastErrorAt: null };
    await recordFeed(transaction, actor, { kind: 'alerts', vendor, ...state });
    await notify(transaction, { topic: 'alerts' });
    return changed;
  });
}

function rowOf(vendor: string, alert: CapAlert, now: number) {
  return {
    vendor,
    id: alert.id,
    event: alert.event,
    status: alert.status,
    message_type: alert.messageType,
    sent_at: new Date(alert.sentAt),
    expires_at: new Date(alert.expiresAt),
    ends_at: alert.endsAt === null ? null : new Date(alert.endsAt),
    zones: [...alert.zones],
    alert: JSON.stringify(alert),
    received_at: new Date(now),
  };
}

export interface StoredAlert {
  readonly vendor: string;
  readonly alert: CapAlert;
  readonly receivedAt: number;
}

/**
 * The records that decide which alerts are in effect at `now`: alerts that have not ended, or ended within
 * the last day, and all messages that refer to one of them, however old. A Cancel counts for as long as the
 * alert that it cancels would have.
 */
export async function alertsNear(
  db: Database,
  vendors: readonly string[],
  now: number,
): Promise<StoredAlert[]> {
  const lately = sql<boolean>`vendor = any(${[...vendors]}::text[]) and greatest(expires_at, ends_at) > ${new Date(now - rememberedMs)}`;
  const { rows } = await sql<{ vendor: string; alert: CapAlert; received_at: Date }>`
    with ${speakingOf(lately)}
    select vendor, alert, received_at from weather_alerts where (vendor, id) in (select vendor, id from speaking)`.execute(
    db,
  );
  return rows.map(({ vendor, alert, received_at }) => ({ vendor, alert, receivedAt: received_at.getTime() }));
}

/** The alerts received since an instant (product clock). */
export async function alertsReceivedSince(
  db: Database,
  vendors: readonly string[],
  since: number,
): Promise<StoredAlert[]> {
  const rows = await db
    .selectFrom('weather_alerts')
    .select(['vendor', 'alert', 'received_at'])
    .where(sql<boolean>`vendor = any(${[...vendors]}::text[])`)
    .where('received_at', '>=', new Date(since))
    .execute();
  return rows.map(({ vendor, alert, received_at }) => ({ vendor, alert, receivedAt: received_at.getTime() }));
}

/**
 * Drops alerts that ended before `before` with every message of their events, except messages that refer to an alert
 * that is kept. Returns how many. No entry in the audit: it is a cleanup.
 */
export async function dropAlertsBefore(db: Database, _actor: Actor, before: number): Promise<number> {
  const kept = sql<boolean>`greatest(expires_at, ends_at) >= ${new Date(before)}`;
  const { numAffectedRows } = await sql`
    with ${speakingOf(kept)}
    delete from weather_alerts w
    where greatest(expires_at, ends_at) < ${new Date(before)}
      and not exists (select from speaking s where s.vendor = w.vendor and s.id = w.id)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Tables `names` (everything by which a message can refer to the chosen alerts: their ids, the ids that they
 * refer to, their VTEC events) and `speaking`: the chosen alerts and all messages that refer to one of them.
 * Each message is unpacked once.
 */
function speakingOf(condition: RawBuilder<boolean>) {
  return sql`
    messages as materialized (
      select vendor, id, ${condition} as is_chosen, said."references" as refs, said.vtec
      from weather_alerts, jsonb_to_record(alert) as said ("references" text[], vtec text[])
    ), named as materialized (
      select vendor, id, id as name, is_chosen from messages
      union all select vendor, id, reference, is_chosen from messages, unnest(refs) as reference
      union all select vendor, id, ${eventOf('line')}, is_chosen from messages, unnest(vtec) as line
    ), names as materialized (
      select distinct vendor, name from named where is_chosen
    ), speaking as materialized (
      select distinct named.vendor, named.id from named join names using (vendor, name)
    )`;
}

/** Of a VTEC line what stays the same over an event: 'KTBW.SV.W.0042'. */
function eventOf(column: string) {
  return sql`substring(${sql.ref(column)} from '\\.([A-Z0-9]{4}\\.[A-Z]{2}\\.[A-Z]\\.\\d{4})\\.')`;
}
