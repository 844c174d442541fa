import { soundSeconds } from '@allclear/domain';
import type { Actor } from '../../platform/actor.ts';
import { type CommandToGive, giveCommands } from '../commands/commands.store.ts';
import { lockUnits } from '../commands/open-commands.store.ts';
import { spokenSeconds } from '../commands/play-request.ts';
import { type DeviceContext, openDevice } from '../devices/open-device.ts';
import { type EvidenceContext, unitsNow } from '../signals/evidence-now.ts';
import { sendSignalEvent } from '../signals/send-signal-event.ts';
import { settingsOf, speakerOf } from '../signals/unit-evidence.ts';
import { reasonsNotTo, type UnitTest } from '../tests/begin-tests.ts';
import { insertTests, type RunningTest } from '../tests/tests.store.ts';
import type { StoredUnit } from '../units/units.store.ts';

export interface DrillContext extends EvidenceContext {
  readonly devices: DeviceContext;
}

const mark = 'This is a drill.';
const over = 'This was a drill. The drill is over.';
/** After the last words of a drill until it counts as over. */
const restSeconds = 5;

/** The end of each part of a drill of a unit, seconds after its begin. */
interface DrillTimes {
  readonly warningAt: number;
  readonly wordsAt: number;
  /** The all-clear signal, and what goes before it. */
  readonly clearAt: number;
  readonly clearSoundAt: number;
  readonly overAt: number;
  readonly endsAt: number;
}

/**
 * Begins a drill of units of one organization: the warning signal with light and words, and after `minutes` the
 * all-clear signal, with 'This is a drill' around each. It is refused as tests are, ends at once when a real delay
 * begins, and writes neither signals nor warnings. Real units sound on live weather only, and only those of
 * `confirmedIds`.
 */
export async function beginDrill(
  context: DrillContext,
  actor: Actor,
  {
    organizationId,
    unitIds,
    confirmedIds,
    minutes,
    who,
  }: {
    organizationId: string;
    unitIds: readonly string[];
    confirmedIds: ReadonlySet<string>;
    minutes: number;
    who: string;
  },
): Promise<UnitTest[]> {
  const { db, clock, devices } = context;
  const known = await unitsNow(context, organizationId);
  const asked = [...new Set(unitIds)].flatMap((id) => known.get(id) ?? []);
  const deviceReasons = await reasonsOfDevices(
    devices,
    asked.map(({ unit }) => unit),
    confirmedIds,
  );
  return db.transaction().execute(async (transaction) => {
    await lockUnits(
      transaction,
      asked.map(({ unit }) => unit.id),
    );
    const reasons = new Map([
      ...deviceReasons,
      ...(await reasonsNotTo(transaction, asked, organizationId, 'delay')),
    ]);
    const now = clock.now();
    const units = asked.flatMap(({ unit }) => (reasons.has(unit.id) ? [] : [unit]));
    const atSeconds = (seconds: number) => now + seconds * 1_000 * clock.speed;
    const tests = await insertTests(transaction, actor, {
      ...{ organizationId, kind: 'drill', now, scheduleId: null },
      userId: actor.kind === 'user' ? actor.userId : null,
      tests: units.map((unit) => {
        const { overAt, endsAt } = timesOf(unit, minutes);
        return { unitId: unit.id, soundEndsAt: atSeconds(overAt), endsAt: atSeconds(endsAt) };
      }),
    });
    const begun = units.flatMap((unit) => {
      const test = tests.find(({ unitId }) => unitId === unit.id);
      return test ? [{ unit, test }] : [];
    });
    await sendSignalEvent(transaction, actor, {
      ...{ organizationId, signal: 'drill', now },
      units: begun.map(({ unit, test }) => ({
        ...{ id: unit.id, name: unit.name, placeId: unit.organizationLocationId, placeName: unit.placeName },
        ...{ text: `DRILL: ${mark} No warning is in effect.`, drillId: test.id },
      })),
    });
    await giveCommands(transaction, actor, {
      ...{ organizationId, now, action: 'hardware.drilled' },
      commands: begun.flatMap(({ unit, test }) => commandsOf(unit, test, minutes, who)),
    });
    return asked.map(({ unit }) => {
      const reason = reasons.get(unit.id);
      if (reason !== undefined) return { unit, ok: false, message: reason, seconds: 0 };
      return { unit, ok: true, message: 'Drill begun', seconds: Math.ceil(timesOf(unit, minutes).overAt) };
    });
  });
}

/** Why devices are not for this drill, by the ids of their units. A simulator always is. */
async function reasonsOfDevices(
  devices: DeviceContext,
  units: readonly StoredUnit[],
  confirmedIds: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const reasons = await Promise.all(
    units.map(async (unit): Promise<[string, string][]> => {
      if (devices.weather === 'live')
        return confirmedIds.has(unit.id) || unit.address.startsWith('simulator:')
          ? []
          : [[unit.id, 'It is a real unit and was not ticked for the drill']];
      const opened = await openDevice(devices, unit);
      return 'refused' in opened ? [[unit.id, opened.refused.replace(/[.]$/, '')]] : [];
    }),
  );
  return new Map(reasons.flat());
}

function timesOf(unit: StoredUnit, minutes: number): DrillTimes {
  const speaks = speakerOf(unit) !== null;
  const spoken = (text: string) => (speaks && text !== '' ? spokenSeconds(text) : 0);
  const warningAt = spoken(mark);
  const wordsAt = warningAt + soundSeconds(unit.durationSeconds, unit.plays) + 1;
  // A drill that is shorter than its own warning signal is as long as that.
  const clearAt = Math.max(minutes * 60, wordsAt + spoken(warningWords(unit)) + restSeconds);
  const clearSoundAt = clearAt + spoken(mark);
  const overAt = clearSoundAt + soundSeconds(unit.allClearDurationSeconds, unit.allClearPlays) + 1;
  return { warningAt, wordsAt, clearAt, clearSoundAt, overAt, endsAt: overAt + spoken(over) + restSeconds };
}

function warningWords({ postWarnMessage }: StoredUnit): string {
  return [mark, postWarnMessage.trim(), mark]
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, 350);
}

function commandsOf(unit: StoredUnit, test: RunningTest, minutes: number, who: string): CommandToGive[] {
  const times = timesOf(unit, minutes);
  const { canLight } = settingsOf(unit);
  const speaker = speakerOf(unit);
  const details = { text: `Drill by ${who}`, testId: test.id, endsWithTestId: test.id, isDrill: true };
  const of = { cause: 'drill', details } as const;
  const words = (text: string, afterSeconds: number): CommandToGive[] =>
    speaker === null
      ? []
      : [{ ...of, unitId: speaker, afterSeconds, action: { kind: 'play', text, clip: null, plays: 1 } }];
  // The device ends the light itself: a command that waits to switch it off would replace this one.
  const light: CommandToGive[] = canLight
    ? [
        {
          ...{ ...of, unitId: unit.id },
          action: { kind: 'light', on: true, limitSeconds: Math.ceil(times.clearAt) },
        },
      ]
    : [];
  const sound = (signal: 'warning' | 'all-clear', afterSeconds: number): CommandToGive[] => {
    const isWarning = signal === 'warning';
    if (!isWarning && unit.wiring.allClearSound === null) return [];
    const seconds = isWarning ? unit.durationSeconds : unit.allClearDurationSeconds;
    const plays = isWarning ? unit.plays : unit.allClearPlays;
    return [{ ...of, unitId: unit.id, afterSeconds, action: { kind: 'sound', signal, seconds, plays } }];
  };
  return [
    ...words(mark, 0),
    ...light,
    ...sound('warning', times.warningAt),
    ...words(warningWords(unit), times.wordsAt),
    ...words(mark, times.clearAt),
    ...sound('all-clear', times.clearSoundAt),
    ...words(over, times.overAt),
  ];
}
