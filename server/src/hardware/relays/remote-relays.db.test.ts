import type { Simulator } from '@allclear/adapters';
import { startControlByWebSimulator } from '@allclear/adapters/hardware/simulators/controlbyweb.ts';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';

let server: TestServer;
let key: string;
let organizationId: string;
let placeId: string;
let unitId: string;
let board: Simulator;
let stop: () => Promise<void>;

const minute = 60_000;
const wait = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

async function addRelay(name: string, output: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { id } = await server.store.db
    .insertInto('hardware_relays')
    .values({
      ...{ organization_id: organizationId, unit_id: unitId, name, output },
      ...{ created_at: new Date(startAt), updated_at: new Date(startAt), ...fields },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const toggle = (name: string, toggled: boolean, fields: object = {}) =>
  ask(server.app, 'POST', `/api/RemoteRelay/SetRelay/${board.address}`, {
    ...{ key, body: { id: name, toggled, ...fields } },
  });

beforeEach(async () => {
  server = await openTestServer();
  const organization = await server.organization('Fields');
  ({ organizationId } = organization);
  key = organization.people.admin.key;
  board = await startControlByWebSimulator();
  const at = new Date(startAt);
  ({ id: placeId } = await server.store.db
    .insertInto('organization_locations')
    .values({
      ...{ organization_id: organizationId, name: 'Stadium', address: '', latitude: 28, longitude: -82 },
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow());
  ({ id: unitId } = await server.store.db
    .insertInto('hardware_units')
    .values({
      ...{ organization_id: organizationId, organization_location_id: placeId, name: 'Board', model: 'RLY' },
      ...{ driver: 'controlbyweb', address: board.address, created_at: at, updated_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow());
  await server.batch(startAt - 120 * minute, startAt);
  const stopping = new AbortController();
  const loops = server.subjects.loops.filter(({ name }) => ['hardware-relays', 'warnings'].includes(name));
  const running = Promise.all(loops.map((loop) => loop.run(stopping.signal)));
  const jobs = startJobs({
    url: server.store.url,
    jobs: server.subjects.jobs.filter(({ name }) => name === 'carry-out-commands'),
    log: pino({ level: 'warn' }),
  });
  stop = async () => {
    stopping.abort();
    await running;
    await jobs.stop();
  };
});

afterEach(async () => {
  await stop();
  await board.close();
  await server.close();
});

describe('remote relays', () => {
  it('are switched by hand, and read back', async () => {
    await addRelay('Gate', 'relay1');
    expect(await toggle('Gate', true)).toMatchObject({
      ...{ status: 200, body: { data: { id: 'Gate', toggled: true, isConfirmed: true } } },
    });
    const read = await ask(server.app, 'GET', `/api/RemoteRelay/${board.address}`, { key });
    expect(read.body.data).toEqual([{ id: 'Gate', toggled: true }]);
    expect((await toggle('Pump', true)).status).toBe(404);
  });

  it('that do not answer say so; an address that is not a unit of the caller is not asked', async () => {
    await addRelay('Gate', 'relay1');
    await board.setFault('refused');
    expect(await toggle('Gate', true)).toMatchObject({
      ...{
        status: 503,
        body: { responseException: { message: 'Failed to toggle relay, please try again.' } },
      },
    });
    await board.setFault('good');
    const other = await server.organization('Others');
    const url = `/api/RemoteRelay/${board.address}`;
    expect((await ask(server.app, 'GET', url, { key: other.people.admin.key })).status).toBe(404);
    expect((await ask(server.app, 'GET', '/api/RemoteRelay/169.254.169.254', { key })).status).toBe(404);
  });

  it('that exclude each other are never on together', async () => {
    const first = await addRelay('Fill', 'relay1');
    await addRelay('Drain', 'relay2', { excludes_relay_id: first });
    expect((await toggle('Fill', true)).status).toBe(200);
    expect((await toggle('Drain', true)).body.data).toMatchObject({ isConfirmed: false });
    await wait(() => expect(board.state().relays).toMatchObject({ relay1: false, relay2: true }));
    const order = board.commands.map(({ text }) => text);
    expect(order.indexOf('relay1 off')).toBeLessThan(order.indexOf('relay2 on'));
    // Whichever of the two says so.
    await toggle('Fill', true);
    await wait(() => expect(board.state().relays).toMatchObject({ relay1: true, relay2: false }));
  });

  it('two people at one relay at once: one is refused or both are carried out, and the record says which', async () => {
    await addRelay('Gate', 'relay1');
    const answers = await Promise.all([toggle('Gate', true), toggle('Gate', false)]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });

  it('follow a warning of their policy; a toggle by hand needs a reason then and holds', async () => {
    const policy = await ask(server.app, 'POST', '/api/policy', {
      key,
      body: {
        ...{ policyTypeShortName: 'LR1', name: 'Lightning', threshold: 10, allGroups: true, sites: [] },
        ...{
          allClearMinutes: 30,
          reAlertMinutes: 0,
          notificationActions: [{ allClear: false, message: '' }],
        },
      },
    });
    expect(policy.status).toBe(200);
    const { id } = await server.store.db.selectFrom('policies').select('id').executeTakeFirstOrThrow();
    await addRelay('Siren power', 'relay1', { policy_id: id, on_at_clear: false });
    server.clock.set(startAt + minute);
    await server.batch(startAt, startAt + minute, [{ latitude: 28.05 }]);
    await wait(() => expect(board.state().relays.relay1).toBe(true));
    expect(await toggle('Siren power', false)).toMatchObject({ status: 400 });
    expect((await toggle('Siren power', false, { reason: 'The pump is being repaired' })).status).toBe(200);
    expect(board.state().relays.relay1).toBe(false);
  });
});
