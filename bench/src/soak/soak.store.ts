import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@allclear/domain';
import { hashPassword } from '@allclear/server/identity/passwords/passwords.ts';
import type { Store } from '@allclear/server/platform/database/database.ts';
import { ensurePartitions } from '@allclear/server/platform/database/partitions.store.ts';
import type { Pool } from 'pg';

/** Of simulated weather strikes are kept for three days. */
const oldMs = 30 * DAY_MS;

/** Somebody who signs in with a password, at the first organization. */
export async function seedAccount(pool: Pool): Promise<{ email: string; password: string }> {
  const account = { email: 'soak@example.org', password: randomBytes(12).toString('base64url') };
  await pool.query(
    `insert into users (organization_id, email, user_name, password_hash, first_name, role, created_at, activated_at)
     select id, $1, $1, $2, 'Soak', 'customer', now() - interval '1 day', now() - interval '1 day' from organizations limit 1`,
    [account.email, await hashPassword(account.password)],
  );
  return account;
}

/** A partition of strikes that retention has to drop. */
export async function seedOldPartition({ db, pool }: Store): Promise<readonly string[]> {
  const before = await partitionsOf(pool);
  await ensurePartitions(db, 'flashes', [Date.now() - oldMs]);
  return (await partitionsOf(pool)).filter((name) => !before.includes(name));
}

/** The partitions of strikes. */
export async function partitionsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'flashes'::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
}
