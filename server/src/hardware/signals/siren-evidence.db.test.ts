import { setTimeout as pause } from 'node:timers/promises';
import type { Simulator } from '@allclear/adapters';
import { startControlByWebSimulator } from '@allclear/adapters/hardware/simulators/controlbyweb.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { minute, openSirenStage, type SirenStage, sirenWiring } from '../../../test/hardware/siren-stage.ts';
import { startAt, testSecrets } from '../../../test/test-server.ts';
import { passwordPurpose } from '../units/unit-context.ts';

let stage: SirenStage;
let siren: Simulator;

const wait = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 30 });
const strike = () => stage.observe(startAt, startAt + minute, [{ latitude: 28.05 }]);
const soundings = (output: string) => siren.commands.filter(({ text }) => text.startsWith(`${output} on`));
const signalOf = async (unitId: string) =>
  (
    await stage.db
      .selectFrom('hardware_signals')
      .select('state')
      .where('unit_id', '=', unitId)
      .executeTakeFirstOrThrow()
  ).state;

beforeEach(async () => {
  [stage, siren] = await Promise.all([
    openSirenStage(),
    startControlByWebSimulator({ wiring: sirenWiring, password: 'open sesame' }),
  ]);
  stage.closesWith(() => siren.close());
});
afterEach(() => stage.close());

const addSiren = async (fields: Record<string, unknown> = {}) => {
  await siren.setFault('good');
  return stage.addUnit({ address: siren.address, ...fields });
};

describe('a siren', () => {
  it('with another password is a fault, nothing of it is confirmed, and it sounds once the password is right', async () => {
    const unitId = await addSiren();
    stage.start(['hardware-signals']);
    await strike();
    await wait(async () =>
      expect((await stage.commandsOf(unitId)).some(({ detail }) => /password/i.test(detail))).toBe(true),
    );
    expect(siren.commands).toEqual([]);
    for (const { state } of await stage.commandsOf(unitId)) expect(['queued', 'sending']).toContain(state);
    stage.start(['hardware-supervision'], false);
    await wait(async () =>
      expect(
        await stage.db.selectFrom('hardware_faults').select('text').where('kind', '=', 'refused').execute(),
      ).toEqual([{ text: 'It refuses the password that is set here' }]),
    );
    expect(await signalOf(unitId)).toMatchObject({ kind: 'warning' });
    await stage.db
      .updateTable('hardware_units')
      .set({ username: 'admin', password: testSecrets.seal('open sesame', passwordPurpose(unitId)) })
      .where('id', '=', unitId)
      .execute();
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
  });
});

describe('a siren without a password', () => {
  beforeEach(async () => {
    siren = await startControlByWebSimulator({ wiring: sirenWiring });
    stage.closesWith(() => siren.close());
  });

  it('sounds and is lit in a delay that is still on after two hours without anybody to carry it out', async () => {
    const unitId = await addSiren();
    stage.start(['hardware-signals'], false);
    await strike();
    await wait(async () => expect(await stage.commandsOf(unitId)).toHaveLength(2));
    await sql`update hardware_commands set created_at = created_at - interval '2 h',
      not_before = not_before - interval '2 h', deadline_at = deadline_at - interval '2 h'`.execute(stage.db);
    stage.start([]);
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
  });

  it('that was muted sounds when its alert times open during the delay, and is sounded out', async () => {
    const times = [{ day: 6, startTime: '16:10:00', endTime: '23:00:00', allDay: false, enabled: true }];
    const unitId = await addSiren({ alert_times: JSON.stringify(times) });
    stage.start(['hardware-signals']);
    await strike();
    await wait(() => expect(siren.state().lit).toBe(true));
    await pause(1_000);
    expect(soundings('relay1')).toEqual([]);
    expect(await signalOf(unitId)).toMatchObject({ kind: 'warning', wasSounded: false });
    await stage.observe(startAt + minute, startAt + 12 * minute);
    await wait(() => expect(soundings('relay1')).toHaveLength(1));
    await stage.observe(startAt + 12 * minute, startAt + 32 * minute);
    await wait(() => expect(soundings('relay2')).toHaveLength(1));
  });

  it('is fired by a warning of another policy, and cleared with it', async () => {
    const policyId = await stage.addPolicy({
      ...{ policyTypeShortName: 'WIND', name: 'High wind', threshold: 15, allClearMinutes: 10 },
    });
    const unitId = await addSiren({ policy_ids: [policyId] });
    stage.start(['hardware-signals', 'warnings']);
    await stage.observe(startAt, startAt + minute);
    await stage.reportWind(20);
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
    expect((await stage.commandsOf(unitId))[0]?.cause_details).toMatchObject({
      text: expect.stringMatching(/^High wind warning since /),
    });
    for (let at = 1; at < 20; at += 5) {
      await stage.observe(startAt + at * minute, startAt + (at + 5) * minute);
      await stage.reportWind(1);
      await pause(300);
    }
    await wait(() => expect(soundings('relay2')).toHaveLength(1));
    expect(siren.state().lit).toBe(false);
  });

  it('waits with its all clear for a place within earshot that is in delay', async () => {
    await stage.addPolicy({ policyTypeShortName: 'LR1', name: 'Lightning', threshold: 10 });
    await stage.addPlace('Pool', { latitude: 28.012 });
    const unitId = await addSiren({ radius_miles: 10 });
    stage.start(['hardware-signals', 'warnings']);
    await strike();
    await wait(() => expect(soundings('relay1')).toHaveLength(1));
    // 10.4 miles from the siren, and 9.6 from the pool.
    await stage.observe(startAt + minute, startAt + 20 * minute);
    await stage.observe(startAt + 20 * minute, startAt + 21 * minute, [{ latitude: 28.1507 }]);
    await stage.observe(startAt + 21 * minute, startAt + 33 * minute);
    await wait(async () => expect(await signalOf(unitId)).toMatchObject({ kind: 'waiting' }));
    await wait(() => expect(siren.state().lit).toBe(false));
    await pause(1_000);
    expect(soundings('relay2')).toEqual([]);
    await stage.observe(startAt + 33 * minute, startAt + 53 * minute);
    await wait(() => expect(soundings('relay2')).toHaveLength(1));
  });

  it('that is moved just after its all clear was earned does not sound it', async () => {
    const unitId = await addSiren();
    stage.start(['hardware-signals'], false);
    const stopJobs = stage.start([]);
    await strike();
    await wait(() => expect(soundings('relay1')).toHaveLength(1));
    await wait(async () =>
      expect((await stage.commandsOf(unitId)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']),
    );
    await stopJobs();
    await stage.observe(startAt + minute, startAt + 32 * minute);
    await wait(async () => expect(await signalOf(unitId)).toHaveProperty('clearedAt'));
    await stage.db
      .updateTable('hardware_units')
      .set({ organization_location_id: await stage.addPlace('Pool', { latitude: 28.2 }) })
      .execute();
    await stage.announce();
    await wait(async () => expect(await signalOf(unitId)).toEqual({ kind: 'none' }));
    stage.start([]);
    await wait(async () =>
      expect((await stage.commandsOf(unitId)).map(({ state }) => state).slice(2)).toEqual([
        'confirmed',
        'dropped',
      ]),
    );
    expect(soundings('relay2')).toEqual([]);
  });
});
