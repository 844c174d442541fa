import type { Simulator } from '@allclear/adapters';
import { startControlByWebSimulator } from '@allclear/adapters/hardware/simulators/controlbyweb.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minute, openSirenStage, type SirenStage } from '../../../test/hardware/siren-stage.ts';
import { startAt } from '../../../test/test-server.ts';

let stage: SirenStage;
let board: Simulator;
let relayId: string;
let unitId: string;

const wait = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 30 });
const stateOf = async () =>
  (
    await stage.db
      .selectFrom('hardware_relay_states')
      .select('state')
      .where('relay_id', '=', relayId)
      .executeTakeFirstOrThrow()
  ).state;

beforeEach(async () => {
  [stage, board] = await Promise.all([openSirenStage(), startControlByWebSimulator()]);
  stage.closesWith(() => board.close());
  unitId = await stage.addUnit({ model: 'RLY', address: board.address, wiring: '{}' });
  const at = new Date(startAt);
  ({ id: relayId } = await stage.db
    .insertInto('hardware_relays')
    .values({
      ...{ organization_id: stage.organizationId, unit_id: unitId, name: 'Beacon', output: 'relay1' },
      policy_id: await stage.addPolicy({ policyTypeShortName: 'LR1', name: 'Lightning', threshold: 10 }),
      ...{ on_at_clear: false, created_at: at, updated_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow());
});
afterEach(() => stage.close());

it('a resume that is no longer earned when it goes out is dropped, and given again when it is', async () => {
  stage.start(['hardware-relays', 'warnings'], false);
  const stopJobs = stage.start([]);
  await stage.observe(startAt, startAt + minute, [{ latitude: 28.05 }]);
  await wait(() => expect(board.state().relays.relay1).toBe(true));
  await wait(async () => expect((await stage.commandsOf(unitId))[0]?.state).toBe('confirmed'));
  await stopJobs();
  await stage.observe(startAt + minute, startAt + 33 * minute);
  await wait(async () =>
    expect((await stage.commandsOf(unitId))[1]).toMatchObject({ state: 'queued', content: { on: false } }),
  );
  expect(await stateOf()).toMatchObject({ phase: 'idle' });

  // The feed is lost before it goes out.
  stage.server.clock.advance(20 * minute);
  stage.start([]);
  await wait(async () => expect((await stage.commandsOf(unitId))[1]?.state).toBe('dropped'));
  await wait(async () => expect(await stateOf()).toMatchObject({ phase: 'ending' }));
  expect(board.state().relays.relay1).toBe(true);
  // What is not earned needs a reason of whoever switches it by hand.
  const toggle = { id: 'Beacon', toggled: false };
  expect((await stage.call('POST', `RemoteRelay/SetRelay/${board.address}`, toggle)).status).toBe(400);

  await stage.observe(startAt + 33 * minute, startAt + 54 * minute);
  await wait(() => expect(board.state().relays.relay1).toBe(false));
  await wait(async () => expect(await stateOf()).toMatchObject({ phase: 'idle', wanted: null }));
  await wait(async () =>
    expect((await stage.commandsOf(unitId)).map(({ state }) => state)).toEqual([
      ...['confirmed', 'dropped', 'confirmed'],
    ]),
  );
});
