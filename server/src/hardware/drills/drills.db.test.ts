import type { Simulator } from '@allclear/adapters';
import { startControlByWebSimulator } from '@allclear/adapters/hardware/simulators/controlbyweb.ts';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';

const minute = 60_000;
const wiring = { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' };

let server: TestServer;
let organization: Awaited<ReturnType<TestServer['organization']>>;
let placeId: string;
let siren: Simulator;
let closing: (() => Promise<unknown>)[] = [];

const db = () => server.store.db;
const wait = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 30 });

beforeEach(async () => {
  server = await openTestServer();
  organization = await server.organization('Fields');
  const { id } = await db()
    .insertInto('organization_locations')
    .values({
      ...{ organization_id: organization.organizationId, name: 'Stadium', address: '' },
      ...{ latitude: 28, longitude: -82, created_at: new Date(startAt) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  placeId = id;
  siren = await startControlByWebSimulator({ wiring });
  closing = [];
  server.clock.set(startAt);
  await server.batch(startAt - 120 * minute, startAt);
});
afterEach(async () => {
  for (const close of closing) await close();
  await siren.close();
  await server.close();
});

async function addUnit(fields: Record<string, unknown> = {}): Promise<string> {
  const { id } = await db()
    .insertInto('hardware_units')
    .values({
      ...{ organization_id: organization.organizationId, name: 'Stadium siren', model: 'OWS' as const },
      ...{ organization_location_id: placeId, driver: 'controlbyweb', address: siren.address },
      ...{ wiring: JSON.stringify(wiring), duration_seconds: 5, plays: 1, all_clear_duration_seconds: 5 },
      ...{ all_clear_minutes: 30, created_at: new Date(startAt), updated_at: new Date(startAt) },
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The engine's loops and the job, as in a process with the service `engine`. */
function startEngine(): void {
  const stopping = new AbortController();
  const loops = server.subjects.loops.filter(({ name }) =>
    ['hardware-signals', 'hardware-tests'].includes(name),
  );
  const running = Promise.all(loops.map((loop) => loop.run(stopping.signal)));
  const jobs = startJobs({
    url: server.store.url,
    jobs: server.subjects.jobs.filter(({ name }) => name === 'carry-out-commands'),
    log: pino({ level: 'warn' }),
  });
  closing.push(async () => {
    stopping.abort();
    await running;
    await jobs.stop();
  });
}

const drill = (ids: string[], more: object = {}) =>
  ask(server.app, 'POST', '/api/Siren/Drill', {
    key: organization.people.admin.key,
    body: { ids, confirmedIds: [], minutes: 1, ...more },
  });
const stateOf = async (unitId: string) => ({
  signals: await db().selectFrom('hardware_signals').selectAll().where('unit_id', '=', unitId).execute(),
  warnings: await db().selectFrom('warnings').select('id').execute(),
});

describe('a drill', () => {
  test('lights and sounds marked as a drill, touches no real state, and leaves one entry in the audit', async () => {
    const unit = await addUnit({ duration_seconds: 10 });
    const before = await stateOf(unit);
    const webhook = { url: 'https://receiver.invalid/', kinds: ['hardware.signal'] };
    const { key } = organization.people['super-admin'];
    expect((await ask(server.app, 'POST', '/api/Webhook', { key, body: webhook })).status).toBe(200);
    startEngine();
    const { status, body } = await drill([unit]);
    expect([status, body.data.units]).toMatchObject([200, [{ id: unit, ok: true, message: 'Drill begun' }]]);
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
    const commands = await db()
      .selectFrom('hardware_commands')
      .selectAll()
      .where('unit_id', '=', unit)
      .orderBy('entry')
      .execute();
    expect(commands.map(({ action, cause }) => [action, cause])).toEqual([
      ['light', 'drill'],
      ['sound', 'drill'],
      ['sound', 'drill'],
    ]);
    expect(commands.every(({ cause_details }) => 'isDrill' in cause_details)).toBe(true);
    const stateNow = await stateOf(unit);
    expect(stateNow.warnings).toEqual(before.warnings);
    expect(stateNow.signals.every(({ state }) => state.kind === 'none')).toBe(true);
    const entries = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('action', 'like', 'hardware.%')
      .execute();
    expect(entries.filter(({ action }) => action !== 'hardware.answered')).toEqual([
      { action: 'hardware.drilled' },
    ]);
    const events = await db().selectFrom('webhook_events').select(['kind', 'data']).execute();
    expect(events.map(({ kind }) => kind)).toEqual(['hardware.signal']);
    expect(events[0]?.data).toEqual({
      ...{ signal: 'drill', isDrill: true },
      units: [
        {
          ...{ id: unit, name: 'Stadium siren', placeId: expect.any(String), placeName: expect.any(String) },
          ...{ text: expect.stringMatching(/^DRILL: /), drillId: expect.any(String) },
        },
      ],
    });
    const sounding = await ask(server.app, 'GET', '/api/Siren/Sounding', {
      key: organization.people.admin.key,
    });
    expect(sounding.body.data.units).toMatchObject([{ id: unit, isTest: true }]);
    const again = await drill([unit]);
    expect(again.status).toBe(409);
    expect(again.body.responseException.errors.Units).toEqual(['Stadium siren: A test of it is running']);
  });

  test('a real delay ends it at once and sounds, and its all clear never comes', async () => {
    const unit = await addUnit({ duration_seconds: 10 });
    startEngine();
    expect((await drill([unit])).status).toBe(200);
    await wait(() => expect(siren.state().sounding).toBe('warning'));
    server.clock.set(startAt + minute);
    await server.batch(startAt, startAt + minute, [{ latitude: 28.05 }]);
    await wait(async () => {
      const [ran] = await db().selectFrom('hardware_tests').selectAll().where('unit_id', '=', unit).execute();
      expect(ran).toMatchObject({ kind: 'drill', ended_because: 'delay' });
    });
    await wait(async () => {
      const rows = await db()
        .selectFrom('hardware_commands')
        .select(['action', 'cause', 'state'])
        .where('unit_id', '=', unit)
        .orderBy('entry')
        .execute();
      const open = rows.filter(
        ({ cause, state }) => cause === 'drill' && ['queued', 'sending'].includes(state),
      );
      expect(open).toEqual([]);
      expect(rows.some(({ cause, action }) => cause === 'warning' && action === 'sound')).toBe(true);
    });
    await wait(() => expect(siren.state()).toMatchObject({ lit: true, sounding: 'warning' }));
    expect(siren.commands.every(({ text }) => !text.includes('relay2 on'))).toBe(true);
  });

  test('is refused in a delay, for a disabled unit, and for a device that is no simulator', async () => {
    const [disabled, real] = [
      await addUnit({ enabled: false, disabled_reason: 'repair' }),
      await addUnit({ name: 'Real', address: '127.0.0.1:9' }),
    ];
    const { status, body } = await drill([disabled, real], { confirmedIds: [real] });
    expect(status).toBe(409);
    expect(body.responseException.errors.Units).toEqual([
      'Stadium siren: It is disabled',
      expect.stringMatching(/^Real: With simulated weather only simulators are switched/),
    ]);
    const unit = await addUnit();
    server.clock.set(startAt + minute);
    await server.batch(startAt, startAt + minute, [{ latitude: 28.05 }]);
    expect((await drill([unit])).status).toBe(409);
    expect(siren.commands).toEqual([]);
    const others = await server.organization('Theirs');
    const theirs = await ask(server.app, 'POST', '/api/Siren/Drill', {
      key: others.people.admin.key,
      body: { ids: [unit], confirmedIds: [] },
    });
    expect(theirs.status).toBe(404);
  });
});
