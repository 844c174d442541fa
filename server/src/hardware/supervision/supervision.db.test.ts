import { randomUUID } from 'node:crypto';
import type { DeviceReading, ReadingOutcome } from '@allclear/adapters';
import { idleRelay, type SignalEvidence } from '@allclear/domain';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { openTestServer, type TestServer } from '../../../test/test-server.ts';
import { virtualClock } from '../../platform/clock/clock.ts';
import { giveCommands } from '../commands/commands.store.ts';
import type { NotAsked } from './findings.ts';
import { superviseHardware } from './supervise.ts';

const good: DeviceReading = {
  ...{ sounding: false, lit: false, relays: {}, voltage: 12.8, clockOffsetMs: 0, uptimeSeconds: 1_000 },
  faults: [],
};
const silent: ReadingOutcome = { kind: 'failed', because: 'silent', detail: 'No answer in 5 s' };

let server: TestServer;
let organizationId: string;
let adminId: string;
beforeAll(async () => {
  server = await openTestServer();
  const made = await server.organization('Our District');
  organizationId = made.organizationId;
  adminId = made.people.admin.id;
});
afterAll(() => server?.close());

const db = () => server.store.db;

async function addUnit(changes: { enabled?: boolean; ask_every_minutes?: number } = {}): Promise<string> {
  const at = new Date();
  const { id } = await db()
    .insertInto('hardware_units')
    .values({
      ...{ organization_id: organizationId, name: `Siren ${randomUUID().slice(0, 6)}`, model: 'OWS' },
      ...{ driver: 'controlbyweb', address: 'simulator:none', created_at: at, updated_at: at },
      wiring: JSON.stringify({ warningSound: '1', allClearSound: '2', light: '3' }),
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Supervision with answers that a test sets, on a clock that is so many times as fast. */
function supervise(
  answers: Map<string, ReadingOutcome | NotAsked | Promise<never>>,
  {
    speed = 1_200,
    startAt = Date.UTC(2026, 5, 6, 20),
    evidence = null,
  }: { speed?: number; startAt?: number; evidence?: SignalEvidence | null } = {},
) {
  const stopping = new AbortController();
  const asked: string[] = [];
  const loop = superviseHardware({
    ...{ db: db(), clock: virtualClock(startAt, speed), log: server.platform.log },
    ...{ changes: server.platform.changes, weather: 'live' },
    ask: async (unit) => {
      asked.push(unit.id);
      return await (answers.get(unit.id) ?? silent);
    },
    evidenceOf: async () => evidence,
    // Half an hour of the clock lasts 1.5 s.
    intervals: { restMs: 20, minuteMs: 50, readEveryMs: 20, askAgainMs: 40 },
  });
  const running = loop.run(stopping.signal);
  return {
    asked,
    async end() {
      stopping.abort();
      await running;
    },
  };
}

const reading = (changes: Partial<DeviceReading> = {}): ReadingOutcome => ({
  kind: 'reading',
  reading: { ...good, ...changes },
});
const faultsOf = (unitId: string) =>
  db().selectFrom('hardware_faults').selectAll().where('unit_id', '=', unitId).orderBy('began_at').execute();
const statusOf = (unitId: string) =>
  db().selectFrom('hardware_status').selectAll().where('unit_id', '=', unitId).executeTakeFirst();
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

describe('supervision', () => {
  test('keeps what a unit says, counts its restarts, and a unit that hangs delays no other', async () => {
    const [unit, hangs] = [await addUnit(), await addUnit()];
    const never = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('over')), 3_000));
    never.catch(() => {});
    const answers = new Map<string, ReadingOutcome | Promise<never>>([
      [unit, reading({ relays: { '1': true } })],
      [hangs, never],
    ]);
    const at = supervise(answers);
    try {
      await until(async () =>
        expect(await statusOf(unit)).toMatchObject({
          reading: { voltage: 12.8 },
          failure: null,
          restarts: 0,
        }),
      );
      answers.set(unit, reading({ uptimeSeconds: 5 }));
      await until(async () => expect((await statusOf(unit))?.restarts).toBe(1));
      expect(at.asked.filter((id) => id === unit).length).toBeGreaterThan(1);
      expect(at.asked.filter((id) => id === hangs)).toHaveLength(1);
      expect(await faultsOf(unit)).toEqual([]);
    } finally {
      await at.end();
    }
  });

  test('a unit that falls silent is a fault after its limit, once, with a notice, a webhook event and audit; so is its end', async () => {
    const unit = await addUnit();
    await db()
      .insertInto('webhooks')
      .values({
        ...{ organization_id: organizationId, url: 'https://hooks.example', secret: 's', name: 'all' },
        created_at: new Date(),
      })
      .execute();
    const answers = new Map([[unit, reading()]]);
    const at = supervise(answers);
    try {
      await until(async () => expect((await statusOf(unit))?.last_contact_at).toBeInstanceOf(Date));
      answers.set(unit, silent);
      await until(async () => expect((await statusOf(unit))?.failure).toBe('No answer in 5 s'));
      expect(await faultsOf(unit)).toEqual([]);
      await until(async () =>
        expect(await faultsOf(unit)).toMatchObject([{ kind: 'offline', ended_at: null }]),
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      answers.set(unit, reading());
      await until(async () => expect((await faultsOf(unit))[0]?.ended_at).toBeInstanceOf(Date));
      expect(await faultsOf(unit)).toHaveLength(1);
      const [fault] = await faultsOf(unit);
      const notices = await db()
        .selectFrom('notices')
        .selectAll()
        .where('correlation_id', '=', fault!.id)
        .orderBy('written_at')
        .execute();
      expect(notices.map(({ kind, event_type }) => [kind, event_type])).toEqual([
        ['hardware-fault', 10],
        ['hardware-restored', 10],
      ]);
      const people = await db()
        .selectFrom('notifications')
        .innerJoin('users', 'users.id', 'notifications.user_id')
        .select('role')
        .where('notice_id', '=', notices[0]!.id)
        .orderBy('role')
        .execute();
      expect(people.map(({ role }) => role)).toEqual(['admin', 'super-admin']);
      const events = await db().selectFrom('webhook_events').selectAll().orderBy('created_at').execute();
      const ours = events.filter(({ data }) => (data as { faultId?: string }).faultId === fault!.id);
      expect(ours.map(({ kind }) => kind)).toEqual(['hardware.fault', 'hardware.restored']);
      const entries = await db()
        .selectFrom('audit_entries')
        .select('action')
        .where('record_id', '=', unit)
        .execute();
      expect(entries.map(({ action }) => action).sort()).toEqual([
        'hardware.fault-began',
        'hardware.fault-ended',
      ]);
    } finally {
      await at.end();
    }
  });

  test('after a restart of the server a unit counts as silent only after it was asked for its limit', async () => {
    const unit = await addUnit();
    await db()
      .insertInto('hardware_status')
      .values({ unit_id: unit, organization_id: organizationId, last_contact_at: new Date(0) })
      .execute();
    const began = performance.now();
    const at = supervise(new Map());
    try {
      await until(async () => expect(await faultsOf(unit)).toHaveLength(1));
      expect(performance.now() - began).toBeGreaterThan(1_400);
    } finally {
      await at.end();
    }
  });

  test('in its planned offline hours a unit that was in touch before is no fault; one that was silent before is', async () => {
    const [sleeps, wasSilent] = [await addUnit(), await addUnit()];
    const answers = new Map([[sleeps, reading()]]);
    const at = supervise(answers, { startAt: Date.UTC(2026, 5, 6, 6) });
    try {
      await until(async () => expect((await statusOf(sleeps))?.last_contact_at).toBeInstanceOf(Date));
      answers.set(sleeps, silent);
      await until(async () => expect(await faultsOf(wasSilent)).toHaveLength(1));
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(await faultsOf(sleeps)).toEqual([]);
    } finally {
      await at.end();
    }
  });

  test('a low battery, a clock that is off, a light that should be off: seen twice each is a fault', async () => {
    const unit = await addUnit();
    const answers = new Map([
      [unit, reading({ voltage: 11.9, clockOffsetMs: -180_000, lit: true, faults: ['Lamp current is low'] })],
    ]);
    const at = supervise(answers);
    try {
      await until(async () =>
        expect((await faultsOf(unit)).map(({ kind, text }) => [kind, text]).sort()).toEqual([
          ['battery', 'Its battery is low: 11.9 V.'],
          ['clock', 'Its clock is 3 minutes slow.'],
          ['device', 'Lamp current is low'],
          ['stuck', 'Its light is on and should be off'],
        ]),
      );
      // Between the limits it stays.
      answers.set(unit, reading({ voltage: 12.2 }));
      await until(async () =>
        expect((await faultsOf(unit)).filter(({ ended_at }) => ended_at === null)).toMatchObject([
          { kind: 'battery' },
        ]),
      );
      answers.set(unit, reading({ voltage: 12.4 }));
      await until(async () =>
        expect((await faultsOf(unit)).every(({ ended_at }) => ended_at !== null)).toBe(true),
      );
    } finally {
      await at.end();
    }
  });

  test('a light that is off while the unit signals is switched on again; a disabled unit is left alone', async () => {
    const [unit, disabled] = [await addUnit(), await addUnit({ enabled: false })];
    for (const id of [unit, disabled])
      await db()
        .insertInto('hardware_signals')
        .values({
          ...{ unit_id: id, organization_id: organizationId, updated_at: new Date() },
          state: JSON.stringify({
            ...{ kind: 'warning', since: 0, strikeAt: 0, warningIds: [], wasSounded: true },
          }),
        })
        .execute();
    const at = supervise(
      new Map([
        [unit, reading()],
        [disabled, reading({ sounding: true })],
      ]),
    );
    try {
      await until(async () =>
        expect(
          await db().selectFrom('hardware_commands').selectAll().where('unit_id', '=', unit).execute(),
        ).toMatchObject([{ action: 'light', cause: 'warning', content: { kind: 'light', on: true } }]),
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      const commands = await db().selectFrom('hardware_commands').select('unit_id').execute();
      expect(commands).toHaveLength(1);
      expect(await faultsOf(disabled)).toEqual([]);
    } finally {
      await at.end();
    }
  });

  test('a light that is on while nothing fires the unit is switched off only where darkness is earned', async () => {
    const unit = await addUnit();
    const given = () =>
      db().selectFrom('hardware_commands').selectAll().where('unit_id', '=', unit).execute();
    const earned: SignalEvidence = {
      ...{ lightning: { kind: 'clear', since: 0, lastStrikeAt: null }, policyWarnings: [], placeHolds: [] },
      ...{ isDelayInEarshot: false, isInAlertTimes: true },
    };
    for (const evidence of [null, { ...earned, placeHolds: [{ kind: 'checking' as const }] }]) {
      const at = supervise(new Map([[unit, reading({ lit: true })]]), { evidence });
      await until(async () => expect(await faultsOf(unit)).toMatchObject([{ kind: 'stuck' }]));
      await new Promise((resolve) => setTimeout(resolve, 400));
      await at.end();
      expect(await given()).toEqual([]);
    }
    const at = supervise(new Map([[unit, reading({ lit: true })]]), { evidence: earned });
    try {
      await until(async () =>
        expect(await given()).toMatchObject([
          { action: 'light', cause: 'all-clear', content: { kind: 'light', on: false } },
        ]),
      );
    } finally {
      await at.end();
    }
  });

  test('a refused command is a fault until one succeeds', async () => {
    const unit = await addUnit();
    const give = async (state: 'refused' | 'failed' | 'confirmed' | 'sent') => {
      const [id] = await db()
        .transaction()
        .execute((transaction) =>
          giveCommands(transaction, testActor, {
            ...{ organizationId, now: Date.now() },
            commands: [
              {
                ...{ unitId: unit, cause: 'test', details: { text: 'a test' } },
                action: { kind: 'stop-sound' },
              },
            ],
          }),
        );
      await db()
        .updateTable('hardware_commands')
        .set({ state, detail: 'wrong password', ended_at: new Date() })
        .where('id', '=', id!)
        .execute();
    };
    await give('refused');
    const at = supervise(new Map([[unit, reading()]]));
    try {
      await until(async () =>
        expect(await faultsOf(unit)).toMatchObject([
          { kind: 'refused', text: 'It refused its last command: wrong password' },
        ]),
      );
      await give('confirmed');
      await until(async () => expect((await faultsOf(unit))[0]?.ended_at).toBeInstanceOf(Date));
    } finally {
      await at.end();
    }
  });

  test('two engines at once begin and end a fault once', async () => {
    const unit = await addUnit();
    const answers = new Map([[unit, reading({ voltage: 11 })]]);
    const engines = [supervise(answers), supervise(answers)];
    try {
      await until(async () => expect(await faultsOf(unit)).toHaveLength(1));
      await new Promise((resolve) => setTimeout(resolve, 500));
      answers.set(unit, reading());
      await until(async () => expect((await faultsOf(unit))[0]?.ended_at).toBeInstanceOf(Date));
      const [fault] = await faultsOf(unit);
      const notices = await db()
        .selectFrom('notices')
        .select('kind')
        .where('correlation_id', '=', fault!.id)
        .execute();
      expect(notices).toHaveLength(2);
      expect(adminId).toBeTruthy();
    } finally {
      await Promise.all(engines.map(({ end }) => end()));
    }
  });

  test('a relay that its automation left on, and that its device lost in a restart, is switched again', async () => {
    const unit = await addUnit();
    const at = new Date();
    const { id: relayId } = await db()
      .insertInto('hardware_relays')
      .values({
        ...{ organization_id: organizationId, unit_id: unit, name: 'Sign', output: '4' },
        ...{ longest_on_seconds: 900, created_at: at, updated_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const state = { ...idleRelay, phase: 'active' as const, isOn: true, onSince: Date.now() };
    await db()
      .insertInto('hardware_relay_states')
      .values({
        ...{
          relay_id: relayId,
          organization_id: organizationId,
          state: JSON.stringify(state),
          updated_at: at,
        },
      })
      .execute();
    const answers = new Map([[unit, reading({ relays: { '4': true } })]]);
    const given = () =>
      db()
        .selectFrom('hardware_commands')
        .select(['content', 'cause', 'state', 'id'])
        .where('unit_id', '=', unit)
        .orderBy('entry')
        .execute();
    await db()
      .transaction()
      .execute((transaction) =>
        giveCommands(transaction, testActor, {
          ...{ organizationId, now: Date.now() },
          commands: [
            {
              ...{ unitId: unit, relayId, cause: 'automation', details: { text: 'a warning' } },
              action: { kind: 'relay', output: '4', on: true, limitSeconds: 900 },
            },
          ],
        }),
      );
    const [{ id: first } = { id: '' }] = await given();
    await db()
      .updateTable('hardware_commands')
      .set({ state: 'confirmed', ended_at: new Date() })
      .where('id', '=', first)
      .execute();
    const supervision = supervise(answers);
    try {
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(await given()).toHaveLength(1);
      answers.set(unit, reading({ relays: { '4': false }, uptimeSeconds: 3 }));
      await until(async () =>
        expect((await given())[1]).toMatchObject({
          ...{ cause: 'automation', content: { kind: 'relay', output: '4', on: true, limitSeconds: 900 } },
        }),
      );
    } finally {
      await supervision.end();
    }
    expect(await given()).toHaveLength(2);
  });

  test('a unit that wants another password is a fault, one that its driver cannot ask is none', async () => {
    const [refusing, mute] = [await addUnit(), await addUnit()];
    const answers = new Map<string, ReadingOutcome>([
      [refusing, { kind: 'failed', because: 'password', detail: 'It wants a password' }],
      [mute, { kind: 'failed', because: 'unsupported', detail: 'Nothing answers' }],
    ]);
    const supervision = supervise(answers);
    try {
      await until(async () =>
        expect(await faultsOf(refusing)).toMatchObject([
          { kind: 'refused', text: 'It refuses the password that is set here', ended_at: null },
        ]),
      );
      // Half an hour of the clock, and more.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(await faultsOf(mute)).toEqual([]);
    } finally {
      await supervision.end();
    }
  });
});
