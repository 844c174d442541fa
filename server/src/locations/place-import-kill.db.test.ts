import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, startAt, type TestServer } from '../../test/test-server.ts';

const kills = 8;
const rowCount = 2_000;
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;

beforeAll(async () => {
  server = await openTestServer();
  ours = await server.organization('Killed');
});
afterAll(() => server.close());

async function preview(round: number): Promise<string> {
  const lines = Array.from({ length: rowCount }, (_, n) => `Round ${round} field ${n},30,-90`);
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/organizationLocation/Import',
    headers: { authorization: `Bearer ${ours.people.admin.key}`, 'content-type': 'text/csv' },
    payload: `Name,Latitude,Longitude\n${lines.join('\n')}\n`,
  });
  return JSON.parse(answer.body).data.id;
}

/** Imports in another process, which is killed so long after its beginning; null lets it finish. */
async function importIn(importId: string, killAfterMs: number | null): Promise<number> {
  const { organizationId, people } = ours;
  const child = fork(
    new URL('../../test/import-process.ts', import.meta.url),
    [server.store.url, organizationId, people.admin.id, importId, String(startAt)],
    { execArgv: [] },
  );
  const exited = once(child, 'exit');
  await once(child, 'message');
  const begunAt = performance.now();
  if (killAfterMs !== null) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await exited;
  return performance.now() - begunAt;
}

/** Rows of the round, and previews that are left of it, once no transaction holds the organization any more. */
async function left(round: number, importId: string): Promise<[places: number, previews: number]> {
  const { db } = server.store;
  await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', ours.organizationId)
    .forUpdate()
    .execute();
  const places = await db
    .selectFrom('organization_locations')
    .select('id')
    .where('name', 'like', `Round ${round} %`)
    .execute();
  const previews = await db.selectFrom('imports').select('id').where('id', '=', importId).execute();
  return [places.length, previews.length];
}

test(`${kills} kills in the middle of an import: it is whole, or nothing of it is stored and it can be repeated`, {
  timeout: 120_000,
}, async () => {
  const first = await preview(0);
  const wholeMs = await importIn(first, null);
  expect(await left(0, first)).toEqual([rowCount, 0]);
  let cut = 0;
  for (let round = 1; round <= kills; round++) {
    const importId = await preview(round);
    await importIn(importId, (wholeMs * (round - 1)) / kills);
    const [places, previews] = await left(round, importId);
    expect([0, rowCount]).toContain(places);
    expect(previews).toBe(places === 0 ? 1 : 0);
    if (places > 0) continue;
    cut += 1;
    await importIn(importId, null);
    expect(await left(round, importId)).toEqual([rowCount, 0]);
  }
  // Kills after every import had ended would have shown nothing.
  expect(cut).toBeGreaterThan(0);
});
