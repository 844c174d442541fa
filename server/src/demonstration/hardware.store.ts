import { nextScheduled } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { demonstrationClips, demonstrationDevices } from './devices.ts';

/** The ports at which the simulated devices listen on this machine. `now` is the product clock, epoch ms. */
export async function notePorts(
  db: Database,
  _actor: Actor,
  ports: readonly { readonly name: string; readonly port: number }[],
  now: number,
): Promise<void> {
  const at = new Date(now);
  await db
    .insertInto('demonstration_devices')
    .values(ports.map(({ name, port }) => ({ name, port, updated_at: at })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ port: sql<number>`excluded.port`, updated_at: at }),
    )
    .execute();
}

/** Removes those that no other process has noted since. */
export async function removePorts(
  db: Database,
  _actor: Actor,
  ports: readonly { readonly name: string; readonly port: number }[],
): Promise<void> {
  for (const { name, port } of ports)
    await db.deleteFrom('demonstration_devices').where('name', '=', name).where('port', '=', port).execute();
}

interface Place {
  readonly id: string;
  readonly timeZone: string;
}

/** Units for the simulated devices at the demonstration's places, with their messages and a scheduled test each. */
export async function insertDemonstrationHardware(
  transaction: Database,
  _actor: Actor,
  organizationId: string,
  places: readonly Place[],
  now: number,
): Promise<void> {
  const at = { created_at: new Date(now), updated_at: new Date(now) };
  const ids = new Map<string, string>();
  for (const { name, unit } of demonstrationDevices) {
    const place = places[unit.place % places.length];
    if (!place) return;
    const isSiren = unit.model === 'OWS';
    const { id } = await transaction
      .insertInto('hardware_units')
      .values({
        ...{ organization_id: organizationId, organization_location_id: place.id, ...at },
        ...{ name: unit.name, model: unit.model, driver: unit.driver, address: `simulator:${name}` },
        ...{ wiring: JSON.stringify(unit.wiring), public_page: unit.publicPage ?? false },
        post_warn_message: isSiren ? 'Lightning is near. Go inside now.' : '',
        post_all_clear_message: isSiren ? 'All clear.' : '',
        ...{ post_warn_clip: unit.postWarnClip ?? '', post_all_clear_clip: unit.postAllClearClip ?? '' },
        after_siren_pa_id: unit.speaker === undefined ? null : (ids.get(unit.speaker) ?? null),
        life_safety: isSiren,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(name, id);
    const schedule = isSiren
      ? ({ kind: 'delay', every: 'month', weekday: 3, time: '12:00:00' } as const)
      : ({ kind: 'communication', every: 'week', weekday: 1, time: '09:00:00' } as const);
    const nextAt = nextScheduled(schedule, place.timeZone, now);
    if (nextAt !== null)
      await transaction
        .insertInto('hardware_schedules')
        .values({
          ...{ organization_id: organizationId, unit_id: id, ...schedule, next_at: new Date(nextAt) },
          ...at,
        })
        .execute();
  }
  await insertRelay(transaction, organizationId, ids.get('track-relay'), at);
  await insertMessages(transaction, organizationId, at);
}

type Times = { readonly created_at: Date; readonly updated_at: Date };

/** A relay that is on while the lightning policy of its place is exceeded. */
async function insertRelay(
  transaction: Database,
  organizationId: string,
  unitId: string | undefined,
  at: Times,
): Promise<void> {
  if (unitId === undefined) return;
  const policy = await transaction
    .selectFrom('policies')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('type_short_name', '=', 'LR1')
    .executeTakeFirst();
  await transaction
    .insertInto('hardware_relays')
    .values({
      ...{ organization_id: organizationId, unit_id: unitId, name: 'Warning sign', output: 'relay' },
      ...{ policy_id: policy?.id ?? null, on_at_start: true, on_at_clear: false, ...at },
    })
    .execute();
}

async function insertMessages(transaction: Database, organizationId: string, at: Times): Promise<void> {
  const { shelter } = demonstrationClips;
  await transaction
    .insertInto('pa_messages')
    .values([
      {
        ...{ organization_id: organizationId, title: 'Go inside', clip: shelter, ...at },
        message: 'Lightning is near. Leave the fields and go inside now.',
      },
      {
        ...{ organization_id: organizationId, title: 'Doors close in ten minutes', clip: '', ...at },
        message: 'The grounds close in ten minutes. Please walk to the exits.',
      },
    ])
    .execute();
}
