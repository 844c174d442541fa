import { startControlByWebSimulator } from '@allclear/adapters/hardware/simulators/controlbyweb.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntriesOf } from '../../../test/audit/audit-entries.ts';
import { addPlace, addUnit, callsOf } from '../../../test/hardware/set-up-hardware.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../../test/two-organizations.ts';

openTwoOrganizations('Bay');

const call = callsOf(() => ({ app: server.app, key: ours.people.admin.key }));
const callTheirs = callsOf(() => ({ app: server.app, key: theirs.people.admin.key }));
let board: Awaited<ReturnType<typeof startControlByWebSimulator>>;

beforeEach(async () => {
  board = await startControlByWebSimulator();
});
afterEach(() => board.close());

const wiring = { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' };
const check = (more: object = {}, by = call) =>
  by('POST', 'Hardware/CheckConnection', {
    ...{ driver: 'controlbyweb', ipAddress: board.address, wiring, ...more },
  });
const entries = async () => auditEntriesOf(server.store, ours.organizationId, 0);

test('a device that answers says what its outputs do; one entry has its address and no password', async () => {
  const before = await entries();
  const { status, body } = await check({ password: 'open sesame' });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ answered: true, isSimulator: true });
  expect(body.data.message).toMatch(/light off/);
  const added = (await entries()).slice(before.length);
  expect(added).toHaveLength(1);
  expect(added[0]).toMatchObject({
    action: 'hardware.checked',
    after: { driver: 'controlbyweb', address: board.address, answered: true },
  });
  expect(JSON.stringify(added)).not.toContain('open sesame');
});

test('a device that is not there is an answer that says so, and an entry', async () => {
  await board.close();
  const before = await entries();
  const { status, body } = await check();
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    answered: false,
    isSimulator: false,
    message: expect.stringMatching(/\w/),
  });
  expect(await entries()).toHaveLength(before.length + 1);
});

test.each([
  { ipAddress: '169.254.169.254' },
  { ipAddress: '8.8.8.8' },
  { ipAddress: 'user:secret@127.0.0.1' },
])('the address of %j is refused and never asked', async (more) => {
  const { status, body } = await check(more);
  expect(status).toBe(400);
  expect(Object.keys(body.responseException.errors)).toEqual(['IpAddress']);
});

test('a make that there is not is refused', async () => {
  expect((await check({ driver: 'none' })).body.responseException.errors).toHaveProperty('Driver');
});

test('the stored password goes to its own device only, and a unit of others does not exist', async () => {
  const placeId = await addPlace(server, ours.organizationId);
  const { id } = await addUnit(call, placeId, {
    ...{ driver: 'controlbyweb', ipAddress: board.address, wiring },
  });
  expect((await check({ id })).body.data.answered).toBe(true);
  const elsewhere = await check({ id, ipAddress: '127.0.0.99' });
  expect(elsewhere.status).toBe(400);
  expect(elsewhere.body.responseException.errors).toHaveProperty('Password');
  expect((await check({ id, ipAddress: '127.0.0.1:9', password: 'another' })).status).toBe(200);
  expect((await check({ id }, callTheirs)).status).toBe(404);
});
