import { driverOf, drivers } from '@allclear/adapters';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { demonstrationDevices } from './devices.ts';
import { insertDemonstrationHardware } from './hardware.store.ts';
import { demonstrationDevicesLoop } from './run-devices.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server?.close());

test('each unit of the demonstration is set up as its driver wants it', () => {
  expect(demonstrationDevices).toHaveLength(6);
  for (const { name, unit } of demonstrationDevices) {
    const { driver, wiring } = unit;
    const options = Object.fromEntries(
      (driverOf(driver)?.options ?? []).map((option) => [option.name, option.fallback]),
    );
    const settings = { address: '127.0.0.1:8100', username: '', password: '', options, wiring };
    expect([name, driverOf(driver)?.check(settings)]).toEqual([name, {}]);
  }
  expect(drivers.length).toBeGreaterThan(4);
});

test('the simulated devices run while the loop does, and supervision finds each in touch', async () => {
  const { organizationId } = await server.organization('Demonstration');
  const { db } = server.store;
  const places: { id: string; timeZone: string }[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E']) {
    const { id } = await db
      .insertInto('organization_locations')
      .values({
        ...{ organization_id: organizationId, name, address: '', latitude: 32.8, longitude: -96.8 },
        created_at: new Date(startAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    places.push({ id, timeZone: 'America/Chicago' });
  }
  await db
    .transaction()
    .execute((transaction) =>
      insertDemonstrationHardware(transaction, testActor, organizationId, places, startAt),
    );
  const stopping = new AbortController();
  const supervision = server.subjects.loops.find(({ name }) => name === 'hardware-supervision');
  const devices = demonstrationDevicesLoop(server.platform).run(stopping.signal);
  const portsOf = () => db.selectFrom('demonstration_devices').selectAll().execute();
  try {
    await vi.waitFor(async () => expect(await portsOf()).toHaveLength(6), 10_000);
    const supervised = supervision!.run(stopping.signal);
    await vi.waitFor(
      async () => {
        const rows = await db
          .selectFrom('hardware_units')
          .leftJoin('hardware_status', 'unit_id', 'id')
          .select(['name', 'failure', 'last_contact_at'])
          .execute();
        expect(rows).toHaveLength(6);
        for (const { name, failure, last_contact_at } of rows)
          expect([name, failure, last_contact_at instanceof Date]).toEqual([name, null, true]);
      },
      { timeout: 20_000, interval: 100 },
    );
    stopping.abort();
    await Promise.all([devices, supervised]);
  } finally {
    stopping.abort();
    await devices;
  }
  expect(await portsOf()).toEqual([]);
  const { schedules, messages } = {
    schedules: await db.selectFrom('hardware_schedules').selectAll().execute(),
    messages: await db.selectFrom('pa_messages').selectAll().execute(),
  };
  expect([schedules.length, messages.length]).toEqual([6, 2]);
});
