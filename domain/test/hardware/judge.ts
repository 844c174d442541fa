/**
 * What had to happen in a world, and what must not have, from `moments.ts` and the record of what reached the devices.
 * Sentences of what was wrong; none when nothing was.
 */
import type { DeviceCall } from './device.ts';
import { type Moment, momentOf, withdrawals } from './moments.ts';
import type { Decision, Played } from './run.ts';
import type { World } from './world.ts';

/** Ticks in which a working unit of a running engine has to have done what it must. */
const bound = 3;
const waitingLimitMs = 4 * 3_600_000;
const allClearLifeMs = 120_000;
/** Ten plays of 30 s with a second between. */
const longestSoundSeconds = 309;

export function judge(world: World, played: Played): string[] {
  return new Judge(world, played).judge();
}

class Judge {
  private readonly world: World;
  private readonly played: Played;
  private readonly withdrawnAt: readonly number[];
  /** When the last danger was known to be over. */
  private endedAt = -1;
  private readonly faults: string[];
  /** Since when something that fired the unit is not known to be over; null for nothing. */
  private dangerSince: number | null = null;
  /** When each cause of this danger began to fire. */
  private onsets = new Map<string, number>();
  private sounded = new Set<string>();
  private hadLightning = false;
  /** People were sounded in and not out. */
  private owesAllClear = false;
  private waitingSince: number | null = null;
  private workingTicks = 0;
  private allClearTicks = 0;
  private darkTicks = 0;
  private faultSinceDanger = false;
  private readonly loudTicks = new Map<string, number>();
  private readonly ids = new Set<number>();
  /** When a policy was deleted that alone had fired the unit. */
  private readonly policyGoneAt = new Set<number>();

  constructor(world: World, played: Played) {
    this.world = world;
    this.played = played;
    this.withdrawnAt = withdrawals(world);
    this.faults = [...played.faults];
  }

  judge(): string[] {
    for (let tick = 0; tick < this.world.ticks; tick++) {
      const moment = momentOf(this.world, tick, Math.max(this.withdrawnAt[tick] ?? -1, this.endedAt + 1));
      const decisions = this.played.decisions
        .filter((one) => one.tick === tick)
        .map(({ decision }) => decision);
      this.withdraw(tick, moment);
      const isRunning = this.world.isEngineUp[tick] === true && this.world.isEnabled[tick] === true;
      if (isRunning) this.advance(tick, moment);
      this.count(tick, moment, isRunning);
      this.judgeDecisions(tick, moment, decisions);
      for (const call of this.played.calls) if (call.tick === tick) this.judgeCall(call, moment);
      this.judgeLight(tick, moment);
      this.judgeSounds(tick, moment);
      this.judgeAllClear(tick, moment, decisions);
      this.judgePage(tick, moment);
    }
    return this.faults;
  }

  private fault(tick: number, sentence: string): void {
    this.faults.push(`tick ${tick}: ${sentence}`);
  }

  private endDanger(): void {
    this.dangerSince = null;
    this.onsets.clear();
    this.sounded.clear();
    this.hadLightning = false;
    this.faultSinceDanger = false;
  }

  private withdraw(tick: number, moment: Moment): void {
    if (this.withdrawnAt[tick] === tick) {
      this.endDanger();
      this.owesAllClear = false;
      this.waitingSince = null;
    }
    const isPolicyGone = this.world.warnings.some(
      (one) => one.firesUnit && one.isWithdrawn && one.to === tick,
    );
    if (!isPolicyGone || !this.world.isEnabled[tick]) return;
    if (this.dangerSince !== null) {
      const warnings = () => [...this.onsets.keys()].filter((cause) => cause !== 'lightning').length;
      const before = warnings();
      this.settle(tick, moment);
      // What else fired it, and what ended before, waits for its own clear.
      if (this.hadLightning || moment.fires.length > 0 || warnings() > 0 || before === 0) return;
    }
    this.endDanger();
    this.owesAllClear = false;
    this.waitingSince = null;
    this.policyGoneAt.add(tick);
  }

  private isOpen(id: string, tick: number): boolean {
    return this.world.warnings.some((one) => one.id === id && tick >= one.from && tick < one.to);
  }

  /** What the running engine can see of a moment. */
  private advance(tick: number, moment: Moment): void {
    if (this.dangerSince !== null && moment.isDarkAllowed) {
      this.endDanger();
      this.endedAt = tick;
      this.waitingSince = tick;
    }
    this.settle(tick, moment);
    if (moment.fires.length === 0) return;
    this.dangerSince ??= tick;
    this.waitingSince = null;
    for (const cause of moment.fires) if (!this.onsets.has(cause)) this.onsets.set(cause, tick);
    this.hadLightning ||= moment.fires.includes('lightning');
  }

  /** What is over is new when it begins again. */
  private settle(tick: number, moment: Moment): void {
    if (moment.isOwnQuiet) this.forget('lightning');
    if (this.world.areWarningsRead[tick])
      for (const cause of this.onsets.keys())
        if (cause !== 'lightning' && !this.isOpen(cause, tick)) this.forget(cause);
  }

  private forget(cause: string): void {
    this.onsets.delete(cause);
    this.sounded.delete(cause);
  }

  private count(tick: number, moment: Moment, isRunning: boolean): void {
    const isFine = this.world.device[tick] === 'none' && !this.world.crashes[tick];
    if (!isFine) this.faultSinceDanger = true;
    this.workingTicks = isRunning && isFine ? this.workingTicks + 1 : 0;
    this.allClearTicks = moment.isAllClear ? this.allClearTicks + 1 : 0;
    this.darkTicks = moment.isDarkAllowed && this.dangerSince === null ? this.darkTicks + 1 : 0;
    const isLoud = (this.world.isOpen[tick] || this.world.isLifeSafety[tick]) && this.workingTicks > 0;
    for (const cause of ['lightning', ...this.world.warnings.map(({ id }) => id)]) {
      const isOn = isLoud && moment.fires.includes(cause);
      this.loudTicks.set(cause, isOn ? (this.loudTicks.get(cause) ?? 0) + 1 : 0);
    }
  }

  private judgeDecisions(tick: number, moment: Moment, decisions: readonly Decision[]): void {
    for (const decision of decisions) {
      if (decision === 'warn') {
        if (!(this.world.isOpen[tick] || this.world.isLifeSafety[tick]))
          this.fault(tick, 'sounded while muted');
        if (!moment.fires.some((cause) => !this.sounded.has(cause)))
          this.fault(tick, 'sounded for nothing new');
        for (const cause of moment.fires) this.sounded.add(cause);
        this.owesAllClear = true;
      }
      if (decision === 'all-clear') {
        if (!this.owesAllClear) this.fault(tick, 'an all clear that nobody was waiting for, or a second one');
        const waited = this.waitingSince === null ? 0 : (tick - this.waitingSince - 1) * this.world.tickMs;
        if (waited > waitingLimitMs) this.fault(tick, 'an all clear after more than four hours');
        this.owesAllClear = false;
        this.waitingSince = null;
      }
    }
  }

  private judgeCall(call: DeviceCall, moment: Moment): void {
    const { tick, action, cause, isResume, ageMs, id, seconds, givenTick } = call;
    const isSignal = action.kind === 'sound' || action.kind === 'play';
    if (seconds > longestSoundSeconds) this.fault(tick, 'a sound beyond its limit');
    if (isSignal && cause === 'all-clear') {
      if (!moment.isAllClear) this.fault(tick, `false all clear by ${action.kind}`);
      if (!this.world.isEnabled[tick]) this.fault(tick, 'an all clear of a disabled unit');
      if (ageMs < 0 || ageMs > allClearLifeMs) this.fault(tick, 'a late all clear');
      if (this.ids.has(id)) this.fault(tick, 'an all clear twice');
      this.ids.add(id);
    }
    if (isResume && !moment.isPlaceClear) this.fault(tick, 'a relay resumed while the place was not clear');
    if (isResume && (ageMs < 0 || ageMs > allClearLifeMs)) this.fault(tick, 'a relay resumed late');
    if (action.kind === 'sound' && cause === 'warning' && this.dangerSince === null)
      this.fault(tick, 'a warning signal after its end');
    if (action.kind !== 'light' || action.on) return;
    const isWithdrawn = this.withdrawnAt[givenTick] === givenTick || this.policyGoneAt.has(givenTick);
    const mayGoDark = cause === 'dark' ? isWithdrawn && this.dangerSince === null : moment.isDarkAllowed;
    if (!mayGoDark) this.fault(tick, `the light went dark (${cause})`);
  }

  private judgeLight(tick: number, moment: Moment): void {
    const lit = this.played.lit[tick] === true;
    if (this.workingTicks <= bound) return;
    const isBlindFault = !this.world.canReadBack && this.faultSinceDanger;
    if (this.dangerSince !== null && tick - this.dangerSince >= bound && !lit && !isBlindFault)
      this.fault(tick, 'missed warning: the light is dark');
    if (this.darkTicks > bound && moment.isDarkAllowed && lit && this.world.canReadBack)
      this.fault(tick, 'the light is stuck on');
  }

  private judgeSounds(tick: number, { fires }: Moment): void {
    if (!this.world.canSound) return;
    for (const cause of fires) {
      const onset = this.onsets.get(cause);
      if (onset === undefined || (this.loudTicks.get(cause) ?? 0) <= bound) continue;
      const wasPlayed = this.played.calls.some(
        ({ action, cause: of, tick: at }) =>
          action.kind === 'sound' && of === 'warning' && at >= onset && at <= tick,
      );
      if (!wasPlayed) this.fault(tick, `missed warning: ${cause} was not sounded`);
    }
  }

  private judgeAllClear(tick: number, moment: Moment, decisions: readonly Decision[]): void {
    const waitedMs = this.waitingSince === null ? 0 : (tick - this.waitingSince + 1) * this.world.tickMs;
    if (this.waitingSince !== null && waitedMs > waitingLimitMs) this.owesAllClear = false;
    const isSteady = this.workingTicks > bound && this.allClearTicks > bound;
    if (this.owesAllClear && isSteady && this.dangerSince === null && moment.isAllClear)
      this.fault(tick, 'the all clear did not come');
    if (!decisions.includes('all-clear') || this.workingTicks <= bound || this.world.clockJumps[tick] !== 0)
      return;
    const wasPlayed = this.played.calls.some(
      (call) => call.tick === tick && call.cause === 'all-clear' && call.action.kind === 'sound',
    );
    if (!wasPlayed) this.fault(tick, 'the all clear was not sounded');
  }

  private judgePage(tick: number, moment: Moment): void {
    const state = this.played.publicStates[tick];
    if ((state === 'clear') !== moment.isPlaceClear) this.fault(tick, `the public page says ${state}`);
    if (moment.isPageBlind && state !== null) this.fault(tick, `the public page says ${state} without data`);
  }
}
