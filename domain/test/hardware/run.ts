import {
  type CommandCause,
  type CommandToDecide,
  commandLifeSeconds,
  type HardwareAction,
  idleRelay,
  noSignal,
  type RelayState,
  readBackOf,
  type SignalSettings,
  type SignalState,
  soundSeconds,
} from '../../src/hardware/index.ts';
import { randomOf } from '../random.ts';
import { type DeviceCall, TestDevice } from './device.ts';
import { allClearMinutes, epoch, evidenceAt, instantOf, type WorldEvidence } from './evidence.ts';
import type { Machines } from './machines.ts';
import type { World } from './world.ts';

/** What a machine decided in a tick. */
export type Decision =
  | 'warn'
  | 'all-clear'
  | 'say-holds'
  | 'light-on'
  | 'light-off'
  | 'resume'
  | 'relay-start';

export interface Played {
  readonly decisions: readonly { readonly tick: number; readonly decision: Decision }[];
  /** What reached the devices and was carried out there. */
  readonly calls: readonly DeviceCall[];
  /** Whether the light was on at the end of each tick. */
  readonly lit: readonly boolean[];
  readonly publicStates: readonly (string | null)[];
  /** What the machines did against their own contract, as sentences. */
  readonly faults: readonly string[];
}

interface StoredCommand extends CommandToDecide {
  readonly id: number;
  readonly givenTick: number;
  state: 'queued' | 'lost';
  begunAt: number;
}

const relaySettings = { onAtStart: false, onAtClear: true, shortestOnSeconds: null, longestOnSeconds: null };

/** Plays a world: the engine, its stored commands and the device, tick by tick. */
export function play(world: World, machines: Machines): Played {
  return new Run(world, machines).play();
}

class Run {
  readonly world: World;
  readonly machines: Machines;
  readonly random: () => number;
  readonly decisions: { tick: number; decision: Decision }[] = [];
  readonly faults: string[] = [];
  readonly device: TestDevice;
  state: SignalState = noSignal;
  relay: RelayState = idleRelay;
  queue: StoredCommand[] = [];
  commands = 0;
  clockOffset = 0;

  constructor(world: World, machines: Machines) {
    this.world = world;
    this.machines = machines;
    this.random = randomOf(world.seed ^ 0x5bd1e995);
    this.device = new TestDevice(world);
  }

  play(): Played {
    const lit: boolean[] = [];
    const publicStates: (string | null)[] = [];
    for (let tick = 0; tick < this.world.ticks; tick++) {
      this.clockOffset += this.world.clockJumps[tick] ?? 0;
      const evidence = evidenceAt(this.world, tick);
      this.device.begin(tick);
      this.withdraw(tick, evidence);
      if (this.world.isEngineUp[tick]) {
        this.decide(tick, evidence);
        this.carryOut(tick, evidence);
      }
      lit.push(this.device.lit);
      const now = instantOf(this.world, tick);
      const countdown = { through: now, paused: false };
      const said = this.machines.publicSirenOf(evidence.place, countdown, { timeZone: 'UTC', now });
      publicStates.push(said?.state ?? null);
    }
    const { decisions, faults, device } = this;
    return { decisions, faults, lit, publicStates, calls: device.calls };
  }

  settings(tick: number): SignalSettings {
    return {
      ...{ canSound: this.world.canSound, canLight: true, durationSeconds: 10, plays: 3 },
      ...{
        allClearDurationSeconds: 10,
        allClearPlays: 1,
        postWarnMessage: '',
        postAllClearMessage: 'All clear',
      },
      allClearMinutes: allClearMinutes(this.world, tick),
      lifeSafety: this.world.isLifeSafety[tick] ?? false,
    };
  }

  /** Changes of units, places and policies are steps of their own transactions. */
  withdraw(tick: number, evidence: WorldEvidence): void {
    const { isEnabled, moves, warnings } = this.world;
    const isDisabled = tick > 0 && isEnabled[tick - 1] === true && isEnabled[tick] === false;
    if (isDisabled || moves[tick]) {
      this.step(tick, 'withdrawn', evidence);
      this.relay = this.machines.nextRelay(relaySettings, this.relay, { kind: 'withdrawn' }, 0).state;
    }
    const ended = warnings.some((one) => one.firesUnit && one.isWithdrawn && one.to === tick);
    if (ended && isEnabled[tick]) this.step(tick, 'policy-withdrawn', evidence);
    if (warnings[0]?.isWithdrawn && warnings[0].to === tick)
      this.relay = this.machines.nextRelay(relaySettings, this.relay, { kind: 'withdrawn' }, 0).state;
  }

  decide(tick: number, evidence: WorldEvidence): void {
    if (!this.world.isEnabled[tick]) return;
    const now = this.productNow(tick);
    this.step(tick, 'evidence', evidence, now);
    const before = this.state;
    const isSilent = this.step(tick, 'evidence', evidence, now) === 0;
    const isSame = before === this.state || JSON.stringify(before) === JSON.stringify(this.state);
    if (!isSilent || !isSame) this.faults.push(`tick ${tick}: the same evidence twice changed something`);
    // Stored and read again, as after each restart.
    if (this.random() < 0.1) this.state = JSON.parse(JSON.stringify(this.state)) as SignalState;
    this.stepRelay(tick, evidence);
    this.correct(tick, evidence);
  }

  /** Two processes read clocks that differ a little. */
  productNow(tick: number): number {
    return instantOf(this.world, tick) + (this.random() < 0.2 ? Math.floor(this.random() * 20_000) : 0);
  }

  step(
    tick: number,
    event: 'evidence' | 'withdrawn' | 'policy-withdrawn',
    { signal }: WorldEvidence,
    now = this.productNow(tick),
  ): number {
    const { state, effects } = this.machines.nextSignal(this.settings(tick), this.state, event, signal, now);
    this.state = state;
    for (const effect of effects) {
      if (effect.kind === 'light') {
        this.decisions.push({ tick, decision: effect.on ? 'light-on' : 'light-off' });
        this.give(tick, effect.cause, { kind: 'light', on: effect.on, limitSeconds: null });
      } else if (effect.kind === 'sound-warning') {
        this.decisions.push({ tick, decision: 'warn' });
        this.give(tick, 'warning', { kind: 'sound', signal: 'warning', seconds: 10, plays: 3 });
      } else if (effect.kind === 'sound-all-clear') {
        this.decisions.push({ tick, decision: 'all-clear' });
        this.give(tick, 'all-clear', { kind: 'sound', signal: 'all-clear', seconds: 10, plays: 1 });
        this.give(tick, 'all-clear', { kind: 'play', text: 'All clear', clip: null, plays: 1 });
      } else {
        this.decisions.push({ tick, decision: 'say-holds' });
        this.give(tick, 'warning', { kind: 'play', text: effect.text, clip: null, plays: 1 });
      }
    }
    return effects.length;
  }

  stepRelay(tick: number, { relay }: WorldEvidence): void {
    const now = instantOf(this.world, tick);
    const input = { kind: 'evidence', evidence: relay } as const;
    const { state, effects } = this.machines.nextRelay(relaySettings, this.relay, input, now);
    this.relay = state;
    for (const effect of effects) {
      if (effect.kind !== 'switch') continue;
      this.decisions.push({ tick, decision: effect.isResume ? 'resume' : 'relay-start' });
      const action = {
        kind: 'relay',
        output: '1',
        on: effect.on,
        limitSeconds: effect.limitSeconds,
      } as const;
      this.give(tick, effect.cause, action, effect.isResume);
    }
  }

  /** Supervision reads the device in each tick. */
  correct(tick: number, { signal }: WorldEvidence): void {
    const lit = this.world.canReadBack ? this.device.read()?.lit : null;
    const wanted = this.machines.lightToCorrect(this.state, lit ?? null, signal, this.queue.length > 0);
    if (wanted === null) return;
    const on = wanted === 'on';
    this.give(tick, on ? 'warning' : 'all-clear', { kind: 'light', on, limitSeconds: null });
  }

  give(tick: number, cause: CommandCause, action: HardwareAction, isResume = false): void {
    const givenAt = this.wall(tick);
    const deadlineAt = givenAt + commandLifeSeconds[cause] * 1_000;
    const id = ++this.commands;
    this.queue.push({
      id,
      cause,
      action,
      isResume,
      givenAt,
      deadlineAt,
      givenTick: tick,
      state: 'queued',
      begunAt: 0,
    });
  }

  wall(tick: number): number {
    return epoch + tick * this.world.tickMs + this.clockOffset;
  }

  /** The commands of the unit in their order, until one has to be tried again or the process ends. */
  carryOut(tick: number, evidence: WorldEvidence): void {
    let mayCrash = this.world.crashes[tick] ?? false;
    while (this.queue[0]) {
      const end = this.carryOutOne(tick, this.queue[0], evidence, mayCrash);
      if (end !== 'ended') return;
      this.queue.shift();
      mayCrash = false;
    }
  }

  carryOutOne(
    tick: number,
    command: StoredCommand,
    evidence: WorldEvidence,
    isCrash: boolean,
  ): 'ended' | 'again' {
    const { whyNot, decisionHolds, mayResume, afterLostOutcome, afterRefusal } = this.machines;
    const holds = command.isResume
      ? mayResume(evidence.relay)
      : decisionHolds(command, this.state, evidence.signal);
    const mayGo = whyNot(command, holds, this.wall(tick)) === null;
    if (command.state === 'lost') {
      let lost = afterLostOutcome(command, mayGo, undefined);
      if (lost === 'read-back') lost = afterLostOutcome(command, mayGo, this.readBack(tick, command));
      if (lost !== 'again') return 'ended';
      command.state = 'queued';
    }
    if (!mayGo) return 'ended';
    if (isCrash) {
      // It may or may not have reached the device.
      if (this.random() < 0.5) this.act(tick, command);
      Object.assign(command, { state: 'lost', begunAt: this.wall(tick) });
      return 'again';
    }
    const outcome = this.act(tick, command);
    command.begunAt = this.wall(tick);
    if (outcome === 'done') return 'ended';
    if (outcome === 'refused-network' || outcome === 'refused-device') {
      const because = outcome === 'refused-network' ? 'network' : 'device';
      return afterRefusal(command, because, mayGo) === 'again' ? 'again' : 'ended';
    }
    command.state = 'lost';
    return 'again';
  }

  act(tick: number, command: StoredCommand) {
    const { id, action, cause, givenTick, isResume = false } = command;
    const ageMs = this.wall(tick) - command.givenAt;
    const seconds = action.kind === 'sound' ? soundSeconds(action.seconds, action.plays) : 0;
    return this.device.act({ tick, id, action, cause, givenTick, isResume, ageMs, seconds });
  }

  readBack(tick: number, { action, begunAt }: StoredCommand) {
    const reading = this.world.canReadBack ? this.device.read() : null;
    return reading === null ? null : readBackOf(action, reading, this.wall(tick) - begunAt);
  }
}
