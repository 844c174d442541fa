import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Simulator } from '@allclear/adapters';
import { startControlByWebSimulator } from '@allclear/adapters/hardware/simulators/controlbyweb.ts';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../../../test/test-server.ts';
import { notify } from '../../platform/change-feed/change-feed.store.ts';
import { LeasedShare, sliceCount, sliceOf } from '../../platform/engine/place-share.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';
import { signalLoop } from './signal-loop.ts';

const minute = 60_000;
const wiring = { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' };

let server: TestServer;
let organizationId: string;
let key: string;
let placeId: string;
let siren: Simulator;
let closing: (() => Promise<unknown>)[] = [];

const wait = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 30 });

/** The commands that the simulator took, without those that ask only. */
const taken = () => siren.commands.map(({ text }) => text);

async function addUnit(fields: Record<string, unknown> = {}): Promise<string> {
  const { id } = await server.store.db
    .insertInto('hardware_units')
    .values({
      ...{ organization_id: organizationId, name: `Siren ${randomUUID().slice(0, 4)}`, model: 'OWS' },
      ...{ organization_location_id: placeId, driver: 'controlbyweb', address: siren.address },
      ...{ wiring: JSON.stringify(wiring), duration_seconds: 1, plays: 2, all_clear_duration_seconds: 1 },
      ...{ all_clear_minutes: 30, created_at: new Date(startAt), updated_at: new Date(startAt) },
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The engine's loops and the job, as in a process with the service `engine`. */
function startEngine(of: TestServer = server): () => Promise<void> {
  const stopping = new AbortController();
  const loops = of.subjects.loops.filter(({ name }) => ['hardware-signals', 'hardware-tests'].includes(name));
  const running = Promise.all(loops.map((loop) => loop.run(stopping.signal)));
  const jobs = startJobs({
    url: of.store.url,
    jobs: of.subjects.jobs.filter(({ name }) => name === 'carry-out-commands'),
    log: pino({ level: 'warn' }),
  });
  const stop = async () => {
    stopping.abort();
    await running;
    await jobs.stop();
  };
  closing.push(stop);
  return stop;
}

/** Observed from half a day before until now, with a strike now and then. */
async function observe(from: number, to: number, strikes: { latitude?: number }[] = []): Promise<void> {
  server.clock.set(to);
  await server.batch(from, to, strikes);
}

const announce = () =>
  server.store.db.transaction().execute((transaction) => notify(transaction, { topic: 'hardware' }));

const signalOf = async (unitId: string) =>
  (
    await server.store.db
      .selectFrom('hardware_signals')
      .select('state')
      .where('unit_id', '=', unitId)
      .executeTakeFirst()
  )?.state ?? null;

const commandsOf = (unitId: string) =>
  server.store.db
    .selectFrom('hardware_commands')
    .select(['action', 'cause', 'state', 'detail', 'plays_done', 'cause_details'])
    .where('unit_id', '=', unitId)
    .orderBy('entry')
    .execute();

beforeEach(async () => {
  server = await openTestServer(testChannels());
  const organization = await server.organization('Fields');
  organizationId = organization.organizationId;
  key = organization.people.admin.key;
  placeId = (
    await server.store.db
      .insertInto('organization_locations')
      .values({
        ...{ organization_id: organizationId, name: 'Stadium', address: '', latitude: 28, longitude: -82 },
        created_at: new Date(startAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  siren = await startControlByWebSimulator({ wiring });
  closing = [];
  await observe(startAt - 120 * minute, startAt);
});

afterEach(async () => {
  for (const close of closing) await close();
  await siren.close();
  await server.close();
});

describe('sirens', () => {
  it('a strike lights and sounds, and the earned clear darkens and sounds once', async () => {
    const unitId = await addUnit();
    startEngine();
    await pause(300);
    expect(taken()).toEqual([]);

    await observe(startAt, startAt + minute, [{ latitude: 28.05 }]);
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
    await wait(async () =>
      expect((await commandsOf(unitId)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']),
    );
    expect(await signalOf(unitId)).toMatchObject({ kind: 'warning', wasSounded: true });
    expect((await commandsOf(unitId))[0]?.cause_details).toMatchObject({
      text: expect.stringMatching(/^Lightning 3\.5 mi N at/),
    });
    await wait(() => expect(siren.state().sounding).toBeNull());

    // The feed is lost: nothing sounds, the light stays.
    server.clock.advance(40 * minute);
    await pause(1_500);
    expect(siren.state()).toMatchObject({ lit: true, sounding: null });

    // Observed in between, but not long enough since the strike.
    const before = taken().length;
    await observe(startAt + minute, startAt + 20 * minute);
    await pause(1_200);
    expect(taken()).toHaveLength(before);

    await observe(startAt + 20 * minute, startAt + 32 * minute);
    await wait(() => expect(siren.state()).toMatchObject({ lit: false, sounding: 'all-clear' }));
    await wait(() => expect(siren.state().sounding).toBeNull());
    await pause(1_000);
    expect(taken().filter((text) => text.includes('relay2 on'))).toHaveLength(1);
    expect(await signalOf(unitId)).toMatchObject({ kind: 'none' });
  });

  it('a device that is away is tried again until it sounds, and one with another password too', async () => {
    const unitId = await addUnit();
    await siren.setFault('refused');
    startEngine();
    await observe(startAt, startAt + minute, [{ latitude: 28.05 }]);
    await wait(async () =>
      expect(
        (await commandsOf(unitId)).some(({ state, detail }) => state === 'queued' && detail !== ''),
      ).toBe(true),
    );
    await siren.setFault('good');
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
  });

  it('a device that lies leaves no confirmed command', async () => {
    const unitId = await addUnit();
    await siren.setFault('lies');
    startEngine();
    await observe(startAt, startAt + minute, [{ latitude: 28.05 }]);
    await wait(async () =>
      expect((await commandsOf(unitId)).filter(({ detail }) => detail !== '').length).toBeGreaterThan(0),
    );
    expect((await commandsOf(unitId)).map(({ state }) => state)).not.toContain('confirmed');
  });

  it('of two engines one takes the step: the warning sounds once', async () => {
    const unitId = await addUnit({ plays: 1 });
    startEngine();
    startEngine();
    await pause(500);
    await observe(startAt, startAt + minute, [{ latitude: 28.05 }]);
    await wait(() => expect(siren.state().sounding).toBe('warning'));
    await wait(() => expect(siren.state().sounding).toBeNull());
    await pause(1_200);
    expect(taken().filter((text) => text.startsWith('relay1 on'))).toHaveLength(1);
    expect((await commandsOf(unitId)).map(({ action }) => action)).toEqual(['light', 'sound']);
  });

  it('an engine sounds the units of its share alone, and those it gains as soon as it has them', async () => {
    const unitId = await addUnit({ plays: 10 });
    const share = new LeasedShare();
    const { db, clock, changes, log } = server.platform;
    const stopping = new AbortController();
    const running = signalLoop({ db, clock, changes, log, share, live: server.live }).run(stopping.signal);
    closing.push(async () => {
      stopping.abort();
      await running;
    });
    const jobs = startJobs({
      ...{ url: server.store.url, log: pino({ level: 'warn' }) },
      jobs: server.subjects.jobs.filter(({ name }) => name === 'carry-out-commands'),
    });
    closing.push(() => jobs.stop());
    const until = performance.now() + 600_000;
    share.set(new Set([(sliceOf(unitId) + 1) % sliceCount]), until);
    await observe(startAt, startAt + minute, [{ latitude: 28.05 }]);
    await pause(1_500);
    expect(await commandsOf(unitId)).toEqual([]);
    share.set(new Set([sliceOf(unitId)]), until);
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
    expect((await commandsOf(unitId)).map(({ action }) => action)).toEqual(['light', 'sound']);
  });

  it('a disabled unit falls silent and dark without an all clear', async () => {
    const unitId = await addUnit({ plays: 10 });
    startEngine();
    await observe(startAt, startAt + minute, [{ latitude: 28.05 }]);
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
    await server.store.db
      .updateTable('hardware_units')
      .set({ enabled: false })
      .where('id', '=', unitId)
      .execute();
    await announce();
    await wait(() => expect(siren.state()).toMatchObject({ lit: false, sounding: null }));
    await pause(1_500);
    expect(siren.state().sounding).toBeNull();
    expect(taken().some((text) => text.startsWith('relay2 on'))).toBe(false);
  });

  it('one press stops the sound; the light and the delay stay', async () => {
    const unitId = await addUnit({ plays: 10 });
    startEngine();
    await observe(startAt, startAt + minute, [{ latitude: 28.05 }]);
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
    const sounding = await ask(server.app, 'GET', '/api/Siren/Sounding', { key });
    expect(sounding.body.data.units).toMatchObject([{ id: unitId, isTest: false, mayOperate: true }]);
    expect((await ask(server.app, 'POST', '/api/Siren/StopSound', { key, body: {} })).status).toBe(200);
    await wait(() => expect(siren.state().sounding).toBeNull());
    await pause(2_500);
    expect(siren.state()).toMatchObject({ lit: true, sounding: null });
    expect(await signalOf(unitId)).toMatchObject({ kind: 'warning' });
    expect((await ask(server.app, 'GET', '/api/Siren/Sounding', { key })).body.data.units).toEqual([]);
    expect((await ask(server.app, 'POST', '/api/Siren/StopSound', { key, body: {} })).status).toBe(409);
  });
});

describe('tests of sirens', () => {
  const test = (kind: string, ids: string[]) =>
    ask(server.app, 'POST', `/api/Siren/${kind}`, { key, body: { ids } });

  it('a delay test sounds and stays lit until it is stopped', async () => {
    const unitId = await addUnit();
    startEngine();
    const begun = await test('Test/Delay', [unitId]);
    expect(begun).toMatchObject({ status: 200, body: { data: { seconds: 12, units: [{ ok: true }] } } });
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
    expect(await test('Test/Delay', [unitId])).toMatchObject({ status: 409 });
    expect((await test('TurnOff', [unitId])).status).toBe(200);
    await wait(() => expect(siren.state()).toMatchObject({ lit: false, sounding: null }));
    expect((await test('TurnOff', [unitId])).status).toBe(409);
    await wait(async () =>
      expect((await commandsOf(unitId)).every(({ state }) => state !== 'sending')).toBe(true),
    );
  });

  it('a real strike ends it at once and sounds', async () => {
    const unitId = await addUnit({ plays: 5 });
    startEngine();
    await test('Test/Light', [unitId]);
    await wait(() => expect(siren.state().lit).toBe(true));
    await observe(startAt, startAt + minute, [{ latitude: 28.05 }]);
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
    const [ended] = await server.store.db.selectFrom('hardware_tests').select('ended_because').execute();
    expect(ended).toEqual({ ended_because: 'delay' });
    // To stop a test does not darken the light of a delay.
    expect((await test('TurnOff', [unitId])).status).toBe(409);
    await pause(500);
    expect(siren.state().lit).toBe(true);
  });

  it('is refused in a delay, while nothing is observed, without coverage, and for a disabled unit', async () => {
    const unitId = await addUnit();
    const disabled = await addUnit({ enabled: false });
    expect(await test('Test/Light', [disabled])).toMatchObject({
      status: 409,
      body: { responseException: { message: 'Unable to test light for selected unit(s).' } },
    });
    // The whole is refused only where no unit can begin.
    expect((await test('Test/Light', [disabled, unitId])).body.data.units).toMatchObject([
      { ok: false, message: 'It is disabled' },
      { ok: true },
    ]);
    await test('TurnOff', [unitId]);
    server.clock.advance(10 * minute);
    expect((await test('Test/AllClear', [unitId])).status).toBe(409);
    await observe(startAt, startAt + 11 * minute, [{ latitude: 28.05 }]);
    expect((await test('Test/Delay', [unitId])).status).toBe(409);
    expect((await test('Test/Delay', [randomUUID()])).status).toBe(404);
  });
});
