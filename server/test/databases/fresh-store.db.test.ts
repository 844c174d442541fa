import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshStore } from '../fresh-store.ts';

async function contentOf(store: Awaited<ReturnType<typeof freshStore>>) {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname !~ '^(pg_|information_schema$)' order by 1`.execute(store.db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(name)}`.execute(
      store.db,
    );
    counts[name] = rows[0]?.n ?? 0;
  }
  const sequences = await sql`
    select schemaname, sequencename from pg_sequences where last_value is not null order by 1, 2`.execute(
    store.db,
  );
  return { counts, sequences: sequences.rows };
}

const addOrganization = (store: Awaited<ReturnType<typeof freshStore>>) =>
  store.db
    .insertInto('organizations')
    .values({
      ...{ name: 'Left behind', created_at: new Date() },
      ...{ support_email: 'support@example.org', support_phone: '555-0100' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();

test('what a test leaves behind, the next one does not find: rows, sequences, partitions, changed tables', async () => {
  const first = await freshStore();
  const empty = await contentOf(first);
  expect(Object.keys(empty.counts).length).toBeGreaterThan(100);
  await addOrganization(first);
  for (const { sequencename } of (
    await sql<{
      sequencename: string;
    }>`select sequencename from pg_sequences where schemaname = 'public'`.execute(first.db)
  ).rows)
    await sql`select nextval(${sequencename})`.execute(first.db);
  await sql`create table left_behind (id int)`.execute(first.db);
  await first.close();

  const second = await freshStore();
  expect(second.url).not.toBe(first.url);
  expect(await contentOf(second)).toEqual(empty);
  await addOrganization(second);
  await sql`alter table cameras rename to left_behind`.execute(second.db);
  await second.close();

  const third = await freshStore();
  expect(await contentOf(third)).toEqual(empty);
  await third.close();
});
