import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS, dateText } from '@allclear/domain';
import { afterEach, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { freshStore } from '../../../test/fresh-store.ts';
import { addPeople } from '../../../test/notified-people.ts';
import { addReportStation } from '../../../test/report-station.ts';
import { freePort, runServer } from '../../../test/run-server.ts';
import { createApiKey } from '../../identity/index.ts';

/** Two real servers on one database. */

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test('a report that one process made is downloaded from another, byte by byte the same', async () => {
  const store = await freshStore();
  ends.push(store.close);
  const { organizationId, userIds } = await addPeople(store.db, 1);
  const userId = userIds[0] ?? '';
  await store.db.updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute();
  const named = { organizationId, userId, name: 'test', now: Date.now() };
  const { key } = await createApiKey(store.db, testActor, named);
  const start = async (services: string) => {
    const data = await mkdtemp(path.join(tmpdir(), 'allclear-report-'));
    ends.push(() => rm(data, { recursive: true, force: true }));
    const args = ['--scenario', 'quiet', '--seed', 'none'];
    const env = { DATABASE_URL: store.url, ALLCLEAR_SERVICES: services };
    const server = await runServer({ data, port: await freePort(), args, env });
    ends.push(server.stop);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (route: string, body?: object) =>
      fetch(`${server.url}/api/${route}`, {
        headers,
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
  };
  const maker = await start('api,engine');
  const now = Date.parse((await (await maker('status')).json()).data.now);
  const today = now - (now % DAY_MS);
  await addReportStation(store.db, {
    ...{ organizationId, id: 'roof', spans: [[today - 12 * DAY_MS, today]] },
  });
  const asked = await maker('reports/generate', {
    ...{ Name: 'Quarter hours', ReportType: 0, FileFormats: [0, 1] },
    HardwareFilters: {
      ...{ DataInterval: 15, HardwareIds: ['roof'] },
      ObservationTypes: { AmbientTemperature: ['max', 'min', 'avg'] },
      TimeFilter: { StartDate: dateText(today - 12 * DAY_MS), EndDate: dateText(today - 2 * DAY_MS) },
    },
  });
  expect(asked.status).toBe(202);
  const { id } = (await asked.json()).data;
  const report = async () => (await (await maker(`reports/${id}`)).json()).data;
  await expect.poll(async () => (await report()).state, { timeout: 60_000, interval: 100 }).toBe('done');

  const other = await start('api');
  const fileOf = async (from: typeof maker, format: string) =>
    Buffer.from(await (await from(`reports/${id}/file?format=${format}`)).arrayBuffer());
  for (const { format, bytes } of (await report()).files) {
    const file = await fileOf(other, format);
    expect(file).toHaveLength(bytes);
    expect(file.equals(await fileOf(maker, format))).toBe(true);
  }
  expect((await fileOf(other, 'csv')).length).toBeGreaterThan(50_000);
  expect((await fileOf(other, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-');
});
