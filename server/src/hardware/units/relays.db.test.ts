import type { RemoteRelay } from '@allclear/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntriesOf } from '../../../test/audit/audit-entries.ts';
import { addPlace, addUnit, addUnitRelay, callsOf } from '../../../test/hardware/set-up-hardware.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../../test/two-organizations.ts';

openTwoOrganizations('Lake');

const call = callsOf(() => ({ app: server.app, key: ours.people.admin.key }));
const callTheirs = callsOf(() => ({ app: server.app, key: theirs.people.admin.key }));

let placeId: string;
let unitId: string;
beforeEach(async () => {
  placeId = await addPlace(server, ours.organizationId);
  unitId = (await addUnit(call, placeId)).id;
});

const add = (more: object = {}) => addUnitRelay(call, unitId, more);
const relays = async () => (await call('GET', `Hardware/${unitId}`)).body.data.remoteRelays as RemoteRelay[];
const change = (id: string, more: object) => call('PATCH', 'RemoteRelay', { id, ...more });
const failureOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => ({
  status,
  errors: body.responseException?.errors ?? body.responseException?.message,
});
const addWind = async (organizationId = ours.organizationId) =>
  (
    await server.store.db
      .insertInto('policies')
      .values({
        ...{ organization_id: organizationId, type_short_name: 'WIND', name: 'Wind at the pool' },
        ...{ threshold: 30, all_clear_minutes: 30, re_alert_minutes: 10, all_groups: true, events: [] },
        ...{ created_at: new Date(), updated_at: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

test('a relay is added with its automation, changed and removed, each with one entry', async () => {
  const wind = await addWind();
  const from = (await auditEntriesOf(server.store, ours.organizationId)).length;
  const relay = await add({ policyId: wind, shortestOnSeconds: 60 });
  expect(relay).toMatchObject({
    ...{ name: 'Gate', output: 'switch:4', toggled: null, ipAddress: '127.0.0.10', needsReason: false },
    ...{
      remoteRelayTrigger: {
        policyTypeId: expect.any(Number),
        policyId: wind,
        policyName: 'Wind at the pool',
      },
    },
    ...{
      onAtStart: true,
      onAtClear: false,
      automationText: 'Goes on when a Wind at the pool warning starts.',
    },
  });
  expect((await change(relay.id, { name: 'Pump' })).body.data).toMatchObject({
    ...{ name: 'Pump', shortestOnSeconds: 60, revision: 2, message: 'Relay changed' },
    ...{ remoteRelayTrigger: { policyId: wind } },
  });
  expect((await call('GET', 'Hardware')).body.data[0].hasRemoteRelays).toBe(true);
  expect((await call('DELETE', `RemoteRelay/Relay/${relay.id}`)).body.data).toEqual({
    ...{ id: relay.id, message: 'Relay removed' },
  });
  expect((await call('DELETE', `RemoteRelay/Relay/${relay.id}`)).status).toBe(404);
  expect(await relays()).toEqual([]);
  const entries = await auditEntriesOf(server.store, ours.organizationId, from);
  expect(entries.map(({ action }) => action)).toEqual(
    ['relay.added', 'relay.changed', 'relay.deleted', 'request.refused'].slice(0, entries.length),
  );
  expect(entries.length).toBeGreaterThanOrEqual(3);
});

describe('refused, and nothing is stored:', () => {
  test.each<[string, object, object]>([
    [
      'an output of the siren',
      { name: 'Other', output: 'Switch:0' },
      { Output: ['This output is the sound or the light of the unit'] },
    ],
    [
      'an output twice',
      { name: 'Other', output: 'switch:4' },
      { Output: ['Another relay of the unit has this output'] },
    ],
    ['a name twice', { output: 'switch:5' }, { Name: ['Another relay of the unit has this name'] }],
    [
      'a longest time below the shortest',
      { name: 'Other', output: 'switch:5', shortestOnSeconds: 60, longestOnSeconds: 30 },
      { LongestOnSeconds: ['The longest time must not be less than the shortest'] },
    ],
    ['no output', { name: 'Other', output: ' ' }, { Output: ['Enter an output'] }],
  ])('%s', async (_, more, errors) => {
    await add();
    const answer = await call('POST', 'RemoteRelay', {
      hardwareId: unitId,
      name: 'Gate',
      output: 'switch:4',
      ...more,
    });
    expect(failureOf(answer)).toEqual({ status: 400, errors });
    expect(await relays()).toHaveLength(1);
  });

  test('what is of another organization', async () => {
    const relay = await add();
    const policyId = await addWind(theirs.organizationId);
    const there = await addUnit(callTheirs, await addPlace(server, theirs.organizationId));
    const foreign = await addUnitRelay(callTheirs, there.id);
    expect(failureOf(await change(relay.id, { policyId }))).toEqual({
      status: 404,
      errors: 'The policy does not exist.',
    });
    expect(failureOf(await change(relay.id, { excludesRelayId: foreign.id }))).toEqual({
      ...{ status: 404, errors: 'The other relay does not exist.' },
    });
    expect((await change(foreign.id, { name: 'x' })).status).toBe(404);
    expect((await call('DELETE', `RemoteRelay/Relay/${foreign.id}`)).status).toBe(404);
    expect(
      (await call('POST', 'RemoteRelay', { hardwareId: there.id, name: 'x', output: 'switch:5' })).status,
    ).toBe(404);
    expect(await relays()).toMatchObject([{ name: 'Gate', excludesRelayId: null, revision: 1 }]);
  });

  test('an output of a relay as a sound of its unit', async () => {
    await add();
    const wiring = { warningSound: 'switch:4', allClearSound: 'switch:1', light: null };
    expect(failureOf(await call('PATCH', 'Hardware', { id: unitId, wiring }))).toEqual({
      ...{ status: 400, errors: { Wiring: ['The output ‘switch:4’ is a relay of this unit'] } },
    });
  });

  test('the second of two people who change one relay', async () => {
    const { id } = await add();
    const answers = await Promise.all(['One', 'Two'].map((name) => change(id, { name, revision: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('one of two people who add the same output at once', async () => {
    const answers = await Promise.all(
      ['One', 'Two'].map((name) =>
        call('POST', 'RemoteRelay', { hardwareId: unitId, name, output: 'switch:6' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('two relays that exclude each other', () => {
  test('do so both, until one of them has another or none', async () => {
    const [up, down, third] = [
      await add({ name: 'Up' }),
      await add({ name: 'Down', output: 'switch:5' }),
      await add({ name: 'Third', output: 'switch:6' }),
    ];
    const excluded = async () =>
      Object.fromEntries((await relays()).map((one) => [one.name, one.excludesRelayId]));
    await change(up.id, { excludesRelayId: down.id });
    expect(await excluded()).toEqual({ Up: down.id, Down: up.id, Third: null });
    expect(failureOf(await change(third.id, { excludesRelayId: up.id }))).toEqual({
      ...{
        status: 400,
        errors: { ExcludesRelayId: ['That relay and another one exclude each other already'] },
      },
    });
    await change(up.id, { excludesRelayId: third.id });
    expect(await excluded()).toEqual({ Up: third.id, Down: null, Third: up.id });
    await change(third.id, { excludesRelayId: null });
    expect(await excluded()).toEqual({ Up: null, Down: null, Third: null });
  });

  test('are two: none excludes itself', async () => {
    const { id } = await add();
    expect(failureOf(await change(id, { excludesRelayId: id }))).toEqual({
      ...{ status: 400, errors: { ExcludesRelayId: ['A relay cannot exclude itself'] } },
    });
  });

  test('end to do so with one of them', async () => {
    const [up, down] = [await add({ name: 'Up' }), await add({ name: 'Down', output: 'switch:5' })];
    await change(up.id, { excludesRelayId: down.id });
    await call('DELETE', `RemoteRelay/Relay/${down.id}`);
    expect(await relays()).toMatchObject([{ name: 'Up', excludesRelayId: null }]);
  });
});

test('a deleted policy leaves a relay without automation', async () => {
  const wind = await addWind();
  await add({ policyId: wind });
  expect((await call('DELETE', `policy/${wind}`)).status).toBe(200);
  expect(await relays()).toMatchObject([{ remoteRelayTrigger: null, automationText: '' }]);
});
