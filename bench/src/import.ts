/**
 * A CSV file of 10,000 locations, and one of 10,000 people, as an Admin uploads it: how long its preview takes, read,
 * compared with 5,000 that are there and kept, and how long the main thread is held at most meanwhile. For people also
 * how long the import takes.
 */
import { openStore } from '@allclear/server/platform/database/database.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { adminOf, type ImportedKind, importsOf } from '@allclear/server/test/kills/kill-context.ts';
import { withDatabase } from './database.ts';
import { present } from './measure.ts';
import { stalls } from './stalls.ts';

const rowCount = 10_000;
const rounds = 4;

export function runImport(): Promise<unknown> {
  return withDatabase(async (url) => {
    const store = openStore(url, { onError: () => {} });
    try {
      await migrate(store.pool);
      return await measure(store);
    } finally {
      await store.close();
    }
  });
}

async function measure({ db, pool }: ReturnType<typeof openStore>) {
  const { rows } = await pool.query<{ organization: string; person: string }>(
    `with o as (insert into organizations (name, support_email, support_phone, created_at)
       values ('Bench', '', '', now()) returning id),
     g as (insert into groups (organization_id, name, time_zone, alert_times, created_at, updated_at)
       select id, 'Coaches', 'America/Chicago', '[]', now(), now() from o returning id, organization_id),
     p as (insert into users (organization_id, email, user_name, first_name, last_name, role, created_at)
       select id, 'bench@example.org', 'bench', 'Bench', '', 'admin', now() from o returning id, organization_id),
     u as (insert into users (organization_id, group_id, email, user_name, first_name, last_name, role, created_at)
       select organization_id, id, 'person-' || n || '@bench.example', 'person-' || n, 'Person', 'Of ' || n,
         'customer', now() from g, generate_series(1, 5000) as n),
     l as (insert into organization_locations (organization_id, name, address, latitude, longitude, created_at)
       select id, 'Field ' || n, 'Road ' || n, 30, -90, now() from o, generate_series(1, 5000) as n)
     select id as person, organization_id as organization from p`,
  );
  const { person, organization } = present(rows[0]);
  const principal = adminOf(organization, person);
  const measured = async (kind: ImportedKind) => {
    const calls = importsOf(db, kind);
    const csv = csvOf(kind);
    const previewMs: number[] = [];
    const longestMs: number[] = [];
    let id = '';
    for (let round = 0; round < rounds; round++) {
      const startMs = performance.now();
      const { longestMs: longest } = await stalls(async () => {
        ({ id } = await calls.preview(principal, csv));
      });
      previewMs.push(performance.now() - startMs);
      longestMs.push(longest);
    }
    const startMs = performance.now();
    const { longestMs: longest } = await stalls(() => calls.store(principal, id));
    // The first round also compiles the code; it counts like the others.
    return {
      ...{ rows: rowCount, previewMs: Math.round(Math.max(...previewMs)), goalPreviewMs: 3_000 },
      ...{ longestStallMs: Math.round(Math.max(...longestMs) * 10) / 10, goalStallMs: 50 },
      ...{ importMs: Math.round(performance.now() - startMs), importStallMs: Math.round(longest * 10) / 10 },
    };
  };
  return { import: { places: await measured('places'), people: await measured('people') } };
}

function csvOf(kind: ImportedKind): Buffer {
  const header =
    kind === 'places' ? 'Name,Address,Latitude,Longitude,Groups' : 'First Name,Last Name,Email,User Group';
  const lines = Array.from({ length: rowCount }, (_, n) =>
    kind === 'places'
      ? `Field ${n},"Road ${n}, Tampa",${30 + n / 1e5},-90,`
      : `Person,Number ${n},person-${n}@bench.example,Coaches`,
  );
  return Buffer.from(`${header}\n${lines.join('\n')}\n`);
}
