import type { Role } from '@allclear/domain';
import { sql } from 'kysely';
import type { Database } from './database.ts';

export interface DemonstrationContents {
  readonly name: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly entitlements: readonly number[];
  readonly accounts: readonly { readonly role: Role; readonly displayName: string; readonly email: string; readonly passwordHash: string }[];
  readonly places: readonly {
    readonly label: string;
    readonly address: string;
    readonly latitude: number;
    readonly longitude: number;
    readonly timeZone: string;
  }[];
}

/** Whether anybody lives here yet. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await db.selectFrom('customers').select('id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Fills an empty database with one organisation: its accounts, its locations, and each account's own locations on them. Two processes
 * that start at once agree on who does it. Returns the user ids by role, or null when somebody lives here already.
 */
export async function seedDemonstration(
  db: Database,
  contents: DemonstrationContents,
  now: number,
): Promise<{ customerId: string; userIds: Record<string, string> } | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(7263004)`.execute(transaction);
    if (!(await isEmpty(transaction))) return null;
    const at = new Date(now);
    const { id: customerId } = await transaction
      .insertInto('customers')
      .values({
        name: contents.name,
        entitlements: [...contents.entitlements],
        support_email: contents.supportEmail,
        support_phone: contents.supportPhone,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const places = [];
    for (const place of contents.places) {
      const { id } = await transaction
        .insertInto('organization_locations')
        .values({
          customer_id: customerId,
          name: place.label,
          address: place.address,
          latitude: place.latitude,
          longitude: place.longitude,
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      places.push({ ...place, id });
    }
    const userIds: Record<string, string> = {};
    for (const account of contents.accounts) {
      const { id: userId } = await transaction
        .insertInto('users')
        .values({
          customer_id: customerId,
          email: account.email,
          user_name: account.email,
          password_hash: account.passwordHash,
          first_name: 'Demonstration',
          last_name: account.displayName,
          phone_number: null,
          role: account.role,
          time_zone: contents.places[0]?.timeZone ?? 'America/Chicago',
          created_at: at,
          activated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      userIds[account.role] = userId;
      for (const place of places) {
        await transaction
          .insertInto('locations')
          .values({
            customer_id: customerId,
            user_id: userId,
            organization_location_id: place.id,
            label: place.label,
            location_name: place.address,
            latitude: place.latitude,
            longitude: place.longitude,
            radius1: 10,
            radius2: 20,
            radius3: 30,
            all_clear_minutes: 30,
            flags: 0,
            time_zone: place.timeZone,
            created_at: at,
            updated_at: at,
          })
          .execute();
      }
    }
    return { customerId, userIds };
  });
}

/** Gives a demonstration account a new password. */
export async function setPassword(db: Database, email: string, passwordHash: string): Promise<string | undefined> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function customerOf(db: Database, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('users').select('customer_id').where('id', '=', userId).executeTakeFirst())?.customer_id;
}
