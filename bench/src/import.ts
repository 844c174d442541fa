/**
 * A CSV file of 10,000 locations as an Admin uploads it: how long its preview takes, read, compared with 5,000
 * locations and kept, and how long the main thread is held at most meanwhile.
 */
import { createOfflineGeocoder } from '@allclear/adapters';
import { placeImport } from '@allclear/server/locations/place-import.ts';
import { importCalls } from '@allclear/server/organizations/index.ts';
import { openStore } from '@allclear/server/platform/database/database.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import type { Principal } from '@allclear/server/platform/http/serve.ts';
import { present } from './measure.ts';
import { withDatabase } from './places.ts';
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
  const now = Date.UTC(2026, 5, 6, 20);
  const { rows } = await pool.query<{ organization: string; person: string }>(
    `with o as (insert into organizations (name, support_email, support_phone, created_at)
       values ('Bench', '', '', now()) returning id),
     p as (insert into users (organization_id, email, user_name, first_name, last_name, role, created_at)
       select id, 'bench@example.org', 'bench', 'Bench', '', 'admin', now() from o returning id, organization_id),
     l as (insert into organization_locations (organization_id, name, address, latitude, longitude, created_at)
       select id, 'Field ' || n, 'Road ' || n, 30, -90, now() from o, generate_series(1, 5000) as n)
     select id as person, organization_id as organization from p`,
  );
  const { person, organization } = present(rows[0]);
  const clock = { now: () => now, speed: 1, sleep: async () => {} };
  const kind = placeImport({ db, clock, geocoder: createOfflineGeocoder() });
  const calls = importCalls({ db, clock }, kind);
  const principal: Principal = {
    ...{ userId: person, organizationId: organization, role: 'admin', permissions: [], via: 'token' },
    ...{ credential: null, places: null, impersonatedBy: null },
  };
  const lines = Array.from(
    { length: rowCount },
    (_, n) => `Field ${n},"Road ${n}, Tampa",${30 + n / 1e5},-90,`,
  );
  const csv = Buffer.from(`Name,Address,Latitude,Longitude,Groups\n${lines.join('\n')}\n`);
  const previewMs: number[] = [];
  const longestMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startMs = performance.now();
    const { longestMs: longest } = await stalls(() => calls.preview(principal, csv));
    previewMs.push(performance.now() - startMs);
    longestMs.push(longest);
  }
  // The first round also compiles the code; it counts like the others.
  return {
    import: {
      ...{ rows: rowCount, previewMs: Math.round(Math.max(...previewMs)), goalPreviewMs: 3_000 },
      ...{ longestStallMs: Math.round(Math.max(...longestMs) * 10) / 10, goalStallMs: 50 },
    },
  };
}
