import type { CommandOutcome, Device, Voice } from '@allclear/adapters';
import {
  afterLostOutcome,
  afterRefusal,
  type CommandToDecide,
  decisionHolds,
  noSignal,
  readBackOf,
  retryAfterMs,
  type SignalEvidence,
  whyNot,
} from '@allclear/domain';
import { sleepReal, wallNow } from '../../platform/clock/clock.ts';
import { type DeviceContext, type OpenedDevice, openDevice } from '../devices/open-device.ts';
import { isAudible } from './choose-command.ts';
import type { EndedCommand, PlayTaken } from './ended-commands.store.ts';
import type { BegunCommand, Interruption } from './open-commands.store.ts';
import { playRequestOf, spokenSeconds } from './play-request.ts';

/** Between two plays, ms. */
const pauseMs = 1_000;
/** How often it is read whether a command that goes on for long is still wanted, real ms. */
const watchEveryMs = 400;

export interface CarryOutNeeds {
  readonly devices: DeviceContext;
  readonly voice: Voice | null;
  /** What is known now of the unit whose all clear it is, null where it cannot be had. */
  readonly evidenceOf: (organizationId: string, unitId: string) => Promise<SignalEvidence | null>;
  /** Whether a relay may go back to its state on clear at this moment. */
  readonly mayResume: (organizationId: string, relayId: string) => Promise<boolean>;
  readonly interruption: (id: string) => Promise<Interruption>;
  readonly playTaken: (play: PlayTaken) => Promise<void>;
  readonly signal: AbortSignal;
}

type Ended = Pick<EndedCommand, 'playsDone' | 'result' | 'isSilent'>;

/** Carries out a command that has begun, to its end or until it is to be tried again. */
export async function carryOut(needs: CarryOutNeeds, command: BegunCommand): Promise<Ended> {
  const decided = commandToDecide(command);
  const reason = await reasonNotTo(needs, command, decided);
  if (command.state === 'lost') {
    const end = await endOfLost(needs, command, decided, reason === null);
    if (end) return end;
  }
  if (reason !== null) return ended(command, 'dropped', reason);
  const { outcome, playsDone, cut } = await act(needs, command);
  if (cut !== null)
    return { ...ended({ playsDone }, playsDone > 0 ? 'sent' : 'dropped', cut), isSilent: true };
  return { playsDone, isSilent: false, result: resultOf(command, decided, outcome) };
}

function commandToDecide({ cause, action, givenAt, deadlineAt, details }: BegunCommand): CommandToDecide {
  return { cause, action, givenAt, deadlineAt, isResume: details.isResume === true };
}

/** Why a command may not go out now; null when it may. What calms is checked against what is known at this moment. */
async function reasonNotTo(
  { evidenceOf, mayResume }: CarryOutNeeds,
  command: BegunCommand,
  decided: CommandToDecide,
): Promise<string | null> {
  const { cause, details, organizationId, unitId, relayId } = command;
  if (decided.isResume) {
    const holds = relayId !== null && (await mayResume(organizationId, relayId).catch(() => false));
    return whyNot(decided, holds, wallNow());
  }
  const ofUnit = typeof details.ofUnitId === 'string' ? details.ofUnitId : unitId;
  const evidence = cause === 'all-clear' ? await evidenceOf(organizationId, ofUnit).catch(() => null) : null;
  const holds = decisionHolds(decided, command.signal ?? noSignal, evidence);
  return whyNot(decided, holds, wallNow());
}

/** What became of a command whose process ended; null to carry it out again. */
async function endOfLost(
  needs: CarryOutNeeds,
  command: BegunCommand,
  decided: CommandToDecide,
  mayGo: boolean,
): Promise<Ended | null> {
  let decision = afterLostOutcome(decided, mayGo, undefined);
  if (decision === 'read-back') {
    const sinceMs = wallNow() - (command.lastTriedAt ?? 0);
    const outcome = await withDevice(needs, command, async (device) => device.read(needs.signal));
    const readBack =
      'refused' in outcome || outcome.kind === 'failed'
        ? null
        : readBackOf(command.action, outcome.reading, sinceMs);
    decision = afterLostOutcome(decided, mayGo, readBack);
  }
  if (decision === 'done')
    return ended(command, 'confirmed', 'Read back after the server was started again.');
  if (decision === 'again') return null;
  return ended(command, 'unknown', 'The server ended in the middle of it; it is not repeated.');
}

function resultOf(
  command: BegunCommand,
  decided: CommandToDecide,
  outcome: CommandOutcome,
): EndedCommand['result'] {
  const { kind, detail } = outcome;
  if (kind === 'confirmed' || kind === 'sent') return { kind: 'ended', state: kind, detail };
  // Words that nobody can speak there are no fault of the device: the record says why it stayed silent.
  if (kind === 'refused' && outcome.because === 'unsupported' && command.action.kind === 'play')
    return { kind: 'ended', state: 'dropped', detail };
  const mayGo = wallNow() + retryAfterMs(command.tries) < command.deadlineAt;
  const again =
    kind === 'refused'
      ? afterRefusal(decided, outcome.because, mayGo) === 'again'
      : afterLostOutcome(decided, mayGo, null) === 'again';
  if (again) return { kind: 'again', afterMs: retryAfterMs(command.tries), detail };
  return { kind: 'ended', state: kind, detail };
}

/** What came of the calls. `cut`: why it was ended before its end. */
interface Acted {
  readonly outcome: CommandOutcome;
  readonly playsDone: number;
  readonly cut: string | null;
}

async function act(needs: CarryOutNeeds, command: BegunCommand): Promise<Acted> {
  const { action, playsDone } = command;
  if (isAudible(action)) return actAudibly(needs, command);
  const outcome = await callDevice(needs, command, (device) => {
    switch (action.kind) {
      case 'light':
        return device.light(action, needs.signal);
      case 'relay':
        return device.relay(action, needs.signal);
      default:
        return device.stopSound(needs.signal);
    }
  });
  return { outcome, playsDone, cut: null };
}

/** Plays one after the other, as long as nothing interrupts them. */
async function actAudibly(needs: CarryOutNeeds, command: BegunCommand): Promise<Acted> {
  const { action } = command;
  if (action.kind !== 'sound' && action.kind !== 'play')
    return { outcome: { kind: 'sent', detail: '' }, playsDone: 0, cut: null };
  const playMs = 1_000 * (action.kind === 'sound' ? action.seconds : spokenSeconds(action.text));
  let outcome: CommandOutcome = { kind: 'sent', detail: 'It had been played before.' };
  let { playsDone } = command;
  let nextAt = 0;
  while (playsDone < action.plays) {
    const cut = await waitFor(needs, command, nextAt);
    if (cut !== null) {
      if (cut.isToSilence) await callDevice(needs, command, (device) => device.stopSound(needs.signal));
      return { outcome, playsDone, cut: cut.because };
    }
    const begunAt = wallNow();
    outcome = await play(needs, command);
    if (outcome.kind === 'refused' || outcome.kind === 'unknown') return { outcome, playsDone, cut: null };
    playsDone += 1;
    // What was sent as sound is over when the call is; a device that plays by itself goes on.
    await needs.playTaken({ id: command.id, playsDone, soundsUntil: begunAt + playMs });
    nextAt = Math.max(wallNow(), begunAt + playMs) + pauseMs;
  }
  return { outcome, playsDone, cut: null };
}

async function play(needs: CarryOutNeeds, command: BegunCommand): Promise<CommandOutcome> {
  const { action, unit } = command;
  if (action.kind === 'sound') {
    const { signal, seconds } = action;
    return callDevice(needs, command, (device) => device.sound({ signal, seconds }, needs.signal));
  }
  if (action.kind !== 'play') return { kind: 'sent', detail: '' };
  const request = await playRequestOf(unit.driver, action, needs.voice, needs.signal);
  if ('refused' in request) return { kind: 'refused', because: 'unsupported', detail: request.refused };
  // It may take as long as it speaks: what interrupts it is looked for meanwhile.
  const over = new AbortController();
  const watching = watch(needs, command, over);
  try {
    return await callDevice(needs, command, (device) =>
      device.play(request, AbortSignal.any([needs.signal, over.signal])),
    );
  } finally {
    over.abort();
    await watching;
  }
}

/** Aborts `over` when something interrupts the command; returns when it is aborted. */
async function watch(needs: CarryOutNeeds, command: BegunCommand, over: AbortController): Promise<void> {
  while (!over.signal.aborted && !needs.signal.aborted) {
    await sleepReal(watchEveryMs, over.signal);
    if (!over.signal.aborted && (await cutBy(needs, command)) !== null) over.abort();
  }
}

/** Waits until an instant of the wall clock; what ends the command instead, null for nothing. */
async function waitFor(
  needs: CarryOutNeeds,
  command: BegunCommand,
  until: number,
): Promise<{ because: string; isToSilence: boolean } | null> {
  for (;;) {
    const leftMs = until - wallNow();
    if (leftMs > 0) await sleepReal(Math.min(leftMs, watchEveryMs), needs.signal);
    needs.signal.throwIfAborted();
    // Before the first play it has just been read.
    const cut = until === 0 ? null : await cutBy(needs, command);
    if (cut !== null) return cut;
    if (until - wallNow() <= 0) return null;
  }
}

async function cutBy(
  { interruption }: CarryOutNeeds,
  { id }: BegunCommand,
): Promise<{ because: string; isToSilence: boolean } | null> {
  const { isStopped, isOvertaken, isWanted } = await interruption(id);
  // The command that stops the sound comes next.
  if (isStopped) return { because: 'The sound was stopped.', isToSilence: false };
  if (isOvertaken) return { because: 'A warning came before it.', isToSilence: true };
  return isWanted ? null : { because: 'It was over.', isToSilence: true };
}

/** Opens the device anew for each call: it may be set up otherwise meanwhile. */
async function withDevice<T>(
  { devices }: CarryOutNeeds,
  { unit }: BegunCommand,
  call: (device: Device) => Promise<T>,
): Promise<T | Exclude<OpenedDevice, { device: Device }>> {
  const opened = await openDevice(devices, unit);
  return 'refused' in opened ? opened : call(opened.device);
}

async function callDevice(
  needs: CarryOutNeeds,
  command: BegunCommand,
  call: (device: Device) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const outcome = await withDevice(needs, command, call);
  if (!('refused' in outcome)) return outcome;
  return { kind: 'refused', because: outcome.because, detail: outcome.refused };
}

function ended(
  { playsDone }: Pick<BegunCommand, 'playsDone'>,
  state: 'confirmed' | 'sent' | 'dropped' | 'unknown',
  detail: string,
): Ended {
  return { playsDone, isSilent: false, result: { kind: 'ended', state, detail } };
}
