import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import { isUuid } from './locations.ts';
import type { Tables } from './schema.ts';

export type UserRow = Selectable<Tables['users']>;
export type CustomerRow = Selectable<Tables['customers']>;

export async function findUser(db: Database, customerId: string, id: string): Promise<UserRow | undefined> {
  if (!isUuid(id)) return undefined;
  return db.selectFrom('users').selectAll().where('customer_id', '=', customerId).where('id', '=', id).executeTakeFirst();
}

export function readCustomer(db: Database, id: string): Promise<CustomerRow> {
  return db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
