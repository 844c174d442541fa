import { noSignal, soundSeconds, testLimitSeconds, testSeconds } from '@allclear/domain';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { type CommandToGive, giveCommands } from '../commands/commands.store.ts';
import { lockUnits } from '../commands/open-commands.store.ts';
import { spokenSeconds } from '../commands/play-request.ts';
import { type EvidenceContext, type UnitNow, unitsNow } from '../signals/evidence-now.ts';
import { storedSignals } from '../signals/signals.store.ts';
import { isSignaling, settingsOf, speakerOf } from '../signals/unit-evidence.ts';
import type { StoredUnit } from '../units/units.store.ts';
import {
  disabledUnits,
  endTestsOf,
  insertTests,
  type RunningTest,
  recordTestEnds,
  runningTests,
} from './tests.store.ts';

/** The tests of one unit that people and schedules begin. */
export type UnitTestKind = 'delay' | 'all-clear' | 'light';

/** What became of one unit. */
export interface UnitTest {
  readonly unit: StoredUnit;
  readonly ok: boolean;
  /** What began, or why nothing did. */
  readonly message: string;
  /** Of the bar; 0 where nothing began. */
  readonly seconds: number;
}

const names = { delay: 'delay', 'all-clear': 'all clear', light: 'light' } as const;
/** Spoken before and after. */
const before = 'This is a test.';
const after = 'The test is over.';

/**
 * Begins a test of units of one organization, each on its own: those that cannot begin say why. `who` began it, for the
 * record.
 */
export async function beginTests(
  context: EvidenceContext,
  actor: Actor,
  {
    organizationId,
    unitIds,
    kind,
    who,
    scheduleId = null,
  }: {
    organizationId: string;
    unitIds: readonly string[];
    kind: UnitTestKind;
    who: string;
    scheduleId?: string | null;
  },
): Promise<UnitTest[]> {
  const { db, clock } = context;
  const known = await unitsNow(context, organizationId);
  const asked = [...new Set(unitIds)].flatMap((id) => known.get(id) ?? []);
  return db.transaction().execute(async (transaction) => {
    await lockUnits(
      transaction,
      asked.map(({ unit }) => unit.id),
    );
    const reasons = await reasonsNotTo(transaction, asked, organizationId, kind);
    const now = clock.now();
    const units = asked.flatMap(({ unit }) => (reasons.has(unit.id) ? [] : [unit]));
    const userId = actor.kind === 'user' ? actor.userId : null;
    const tests = await insertTests(transaction, actor, {
      ...{ organizationId, kind, now, userId, scheduleId },
      tests: units.map((unit) => timesOf(unit, kind, clock)),
    });
    const commands = units.flatMap((unit) => {
      const test = tests.find(({ unitId }) => unitId === unit.id);
      return test ? commandsOf(unit, test, kind, who) : [];
    });
    await giveCommands(transaction, actor, { organizationId, commands, now });
    return asked.map(({ unit }) => {
      const reason = reasons.get(unit.id);
      if (reason !== undefined) return { unit, ok: false, message: reason, seconds: 0 };
      return { unit, ok: true, message: `Test of the ${names[kind]} begun`, seconds: barSeconds(unit, kind) };
    });
  });
}

/** Why units cannot begin a test or a drill, by their ids; under their locks. */
export async function reasonsNotTo(
  transaction: Database,
  asked: readonly UnitNow[],
  organizationId: string,
  kind: UnitTestKind,
): Promise<Map<string, string>> {
  const ids = asked.map(({ unit }) => unit.id);
  const signals = new Map(
    (await storedSignals(transaction, [organizationId])).map(({ unitId, state }) => [unitId, state]),
  );
  const running = new Set((await runningTests(transaction, ids)).map(({ unitId }) => unitId));
  const disabled = await disabledUnits(transaction, ids);
  const reasons = new Map<string, string>();
  for (const { unit, evidence, place } of asked) {
    const state = signals.get(unit.id) ?? noSignal;
    const reason =
      (disabled.has(unit.id) ? 'It is disabled' : reasonOfUnit(unit, kind)) ??
      (state.kind === 'none' ? null : 'It signals a warning') ??
      (running.has(unit.id) ? 'A test of it is running' : null) ??
      reasonOfPlace(evidence, place);
    if (reason !== null) reasons.set(unit.id, reason);
  }
  return reasons;
}

function reasonOfUnit(unit: StoredUnit, kind: UnitTestKind): string | null {
  if (!isSignaling(unit)) return 'It has neither a siren nor a light';
  const { canSound, canLight } = settingsOf(unit);
  if (kind === 'light') return canLight ? null : 'It has no light';
  if (!canSound) return 'It has no siren';
  return kind === 'all-clear' && unit.wiring.allClearSound === null ? 'It has no all-clear signal' : null;
}

/** A test is only for a place that is certainly clear, so that nobody takes a real signal for one. */
function reasonOfPlace(evidence: UnitNow['evidence'], place: UnitNow['place']): string | null {
  if (place === null || evidence === null) return 'It has no place';
  switch (place.answer.kind) {
    case 'clear':
      break;
    case 'delay':
    case 'ready':
      return 'Its place is in a lightning delay';
    case 'observing':
      return 'Lightning is still being observed at its place';
    case 'stop':
      return 'A warning is in effect at its place';
    case 'no-lightning-data':
      return 'There are no lightning data at its place';
    default:
      return 'It is not known whether its place is clear';
  }
  switch (evidence.lightning?.kind) {
    case 'clear':
      return null;
    case 'delay':
      return 'Lightning is within its radius, or was until a short time ago';
    default:
      return 'It is not known whether lightning is within its radius';
  }
}

/** Seconds of the bar of a test. */
function barSeconds(unit: StoredUnit, kind: UnitTestKind): number {
  const { delay, allClear, light } = testSeconds(unit);
  return { delay, 'all-clear': allClear, light }[kind];
}

/** Real seconds count, whatever the speed of the product clock is. */
function timesOf(unit: StoredUnit, kind: UnitTestKind, clock: Clock) {
  const now = clock.now();
  const soundMs = barSeconds(unit, kind) * 1_000 * clock.speed;
  const limitMs = testLimitSeconds * 1_000 * clock.speed;
  return {
    unitId: unit.id,
    soundEndsAt: now + soundMs,
    // The all clear ends by itself with its bar.
    endsAt: now + (kind === 'all-clear' ? soundMs : limitMs),
  };
}

function commandsOf(unit: StoredUnit, test: RunningTest, kind: UnitTestKind, who: string): CommandToGive[] {
  const details = { text: `Test by ${who}`, testId: test.id };
  const during = { ...details, endsWithTestId: test.id };
  const light = { kind: 'light', on: true, limitSeconds: testLimitSeconds } as const;
  const lit: CommandToGive[] =
    kind !== 'all-clear' && settingsOf(unit).canLight
      ? [{ unitId: unit.id, cause: 'test', details: during, action: light }]
      : [];
  if (kind === 'light') return lit;
  const isDelay = kind === 'delay';
  const seconds = isDelay ? unit.durationSeconds : unit.allClearDurationSeconds;
  const plays = isDelay ? unit.plays : unit.allClearPlays;
  const speaker = speakerOf(unit);
  const afterSeconds = speaker === null ? 0 : spokenSeconds(before);
  const words = (text: string, wait: number, of: CommandToGive['details']): CommandToGive[] =>
    speaker === null
      ? []
      : [
          {
            ...{ unitId: speaker, cause: 'test', details: of, afterSeconds: wait },
            action: { kind: 'play', text, clip: null, plays: 1 },
          },
        ];
  return [
    ...lit,
    ...words(before, 0, during),
    {
      ...{ unitId: unit.id, cause: 'test', details: during, afterSeconds },
      action: { kind: 'sound', signal: isDelay ? 'warning' : 'all-clear', seconds, plays },
    },
    ...words(after, afterSeconds + soundSeconds(seconds, plays) + 1, { ...details, ofUnitId: unit.id }),
  ];
}

/**
 * Ends the tests of units of one organization: sound ends, and the light goes dark unless the unit signals a warning.
 * Called in a transaction; returns the units on which one ran.
 */
export async function stopTests(
  transaction: Database,
  actor: Actor,
  {
    organizationId,
    units,
    because,
    text,
    now,
  }: {
    organizationId: string;
    units: readonly StoredUnit[];
    because: 'stopped' | 'over' | 'disabled';
    text: string;
    now: number;
  },
): Promise<Set<string>> {
  const unitIds = units.map(({ id }) => id);
  await lockUnits(transaction, unitIds);
  const ended = await endTestsOf(transaction, actor, {
    ...{ organizationId, unitIds, because, now, isRecorded: true },
  });
  const signals = new Map(
    (await storedSignals(transaction, [organizationId])).map(({ unitId, state }) => [unitId, state.kind]),
  );
  const commands = ended.flatMap(({ id, unitId, kind }): CommandToGive[] => {
    const unit = units.find((one) => one.id === unitId);
    const isWarning = signals.get(unitId) === 'warning';
    if (!unit || isWarning) return [];
    const details = { text, testId: id };
    const speaker = speakerOf(unit);
    const silent = [unitId, ...(speaker === null || speaker === unitId ? [] : [speaker])];
    const stops = because === 'over' || kind === 'light' ? [] : silent;
    const isLit = kind !== 'all-clear' && settingsOf(unit).canLight;
    return [
      ...stops.map((of) => ({ unitId: of, cause: 'test', details, action: { kind: 'stop-sound' } }) as const),
      ...(isLit
        ? [
            {
              unitId,
              cause: 'dark',
              details,
              action: { kind: 'light', on: false, limitSeconds: null },
            } as const,
          ]
        : []),
    ];
  });
  // The entry of the commands names the tests that they end.
  if (commands.length === 0)
    await recordTestEnds(transaction, actor, { organizationId, because, ended, now });
  await giveCommands(transaction, actor, { organizationId, commands, now });
  return new Set(ended.map(({ unitId }) => unitId));
}
