import { randomUUID } from 'node:crypto';
import {
  type FaultKind,
  faultNoticeText,
  faultRecipientsOf,
  threatTypes,
  type WeatherKind,
} from '@allclear/domain';
import { readAddressees, sendWebhookEvent, writeNotice } from '../../notifications/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import type { Database } from '../../platform/database/database.ts';

/** The unit of a fault, as notices name it. */
export interface FaultyUnit {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly placeName: string;
  readonly organizationLocationId: string | null;
  readonly timeZone: string;
}

interface FaultChange {
  readonly unit: FaultyUnit;
  readonly weather: WeatherKind;
  /** The product clock, epoch ms. */
  readonly now: number;
}

/**
 * Begins a fault with its notice to Admins and Super Admins, its webhooks and its audit entry. False, without a write,
 * when it is open already or the unit is gone.
 */
export function beginFault(
  db: Database,
  actor: Actor,
  { kind, text, ...change }: FaultChange & { kind: FaultKind; text: string },
): Promise<boolean> {
  const { unit, now } = change;
  return db.transaction().execute(async (transaction) => {
    const exists = await transaction
      .selectFrom('hardware_units')
      .select('id')
      .where('id', '=', unit.id)
      .forKeyShare()
      .executeTakeFirst();
    if (!exists) return false;
    const row = await transaction
      .insertInto('hardware_faults')
      .values({
        ...{ organization_id: unit.organizationId, unit_id: unit.id, kind, text },
        began_at: new Date(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return false;
    await announce(transaction, actor, { ...change, fault: { id: row.id, kind, text }, isOver: false });
    return true;
  });
}

/** Ends an open fault in the same way; false when there is none. */
export function endFault(
  db: Database,
  actor: Actor,
  { kind, ...change }: FaultChange & { kind: FaultKind },
): Promise<boolean> {
  const { unit, now } = change;
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('hardware_faults')
      .set({ ended_at: new Date(now) })
      .where('unit_id', '=', unit.id)
      .where('kind', '=', kind)
      .where('ended_at', 'is', null)
      .returning(['id', 'text'])
      .executeTakeFirst();
    if (!row) return false;
    await announce(transaction, actor, { ...change, fault: { ...row, kind }, isOver: true });
    return true;
  });
}

/** Admins and Super Admins of an organization. */
async function adminIds(db: Database, organizationId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('role', 'in', ['admin', 'super-admin'])
    .where('is_active', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function announce(
  transaction: Database,
  actor: Actor,
  {
    unit,
    weather,
    now,
    fault,
    isOver,
  }: FaultChange & { fault: { id: string; kind: FaultKind; text: string }; isOver: boolean },
): Promise<void> {
  const { organizationId, organizationLocationId, timeZone } = unit;
  const { people } = await readAddressees(transaction, organizationId);
  const facts = {
    ...{ faultId: fault.id, fault: fault.kind, text: fault.text, unitId: unit.id, unit: unit.name },
    ...{ location: unit.placeName, weather },
  };
  await writeNotice(transaction, actor, {
    ...{ organizationId, warningId: null, warningRevision: null, organizationLocationId, timeZone, facts },
    kind: isOver ? 'hardware-restored' : 'hardware-fault',
    eventType: threatTypes.SIREN,
    sourceKey: `hardware-${isOver ? 'restored' : 'fault'}/${fault.id}`,
    correlationId: fault.id,
    ...faultNoticeText({
      ...{ unitName: unit.name, locationName: unit.placeName, text: fault.text, isOver, weather },
    }),
    at: now,
    recipients: faultRecipientsOf(people, await adminIds(transaction, organizationId)),
  });
  await sendWebhookEvent(transaction, actor, {
    ...{ organizationId, kind: isOver ? 'hardware.restored' : 'hardware.fault', data: facts, at: now },
    placeIds: organizationLocationId === null ? [] : [organizationLocationId],
    id: isOver ? randomUUID() : fault.id,
  });
  await notify(transaction, { topic: 'hardware', ids: [organizationId] });
  await appendAudit(transaction, actor, {
    ...{ chain: organizationId, action: isOver ? 'hardware.fault-ended' : 'hardware.fault-began' },
    ...{ recordId: unit.id, now },
    after: { fault: fault.kind, text: fault.text, faultId: fault.id },
  });
}
