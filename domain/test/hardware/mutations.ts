import type { SignalEvidence, SignalState } from '../../src/hardware/index.ts';
import { type Machines, machines as right } from './machines.ts';

/** Faults put into the machines one at a time, to see that the judge finds each. */
export const mutations: Readonly<Record<string, Partial<Machines>>> = {
  'an all clear while a warning holds the place': seeing((evidence) => ({
    ...evidence,
    placeHolds: evidence.placeHolds.filter(({ kind }) => kind !== 'warning'),
  })),
  'an all clear while an outer zone is in delay': seeing((evidence) => ({
    ...evidence,
    placeHolds: evidence.placeHolds.filter(({ kind }) => kind !== 'delay'),
  })),
  'unknown lightning counts as clear': seeing((evidence) => ({
    ...evidence,
    ...asClear(evidence, 'unknown'),
  })),
  'observing counts as clear': seeing((evidence) => ({ ...evidence, ...asClear(evidence, 'delay') })),
  'warnings that cannot be read count as none': seeing((evidence) => ({
    ...evidence,
    policyWarnings: evidence.policyWarnings ?? [],
    placeHolds: evidence.placeHolds.filter(({ kind }) => kind !== 'warnings-unknown'),
  })),
  'a held warning counts as over': seeing((evidence) => ({
    ...evidence,
    policyWarnings: evidence.policyWarnings?.filter(({ isHeld }) => !isHeld) ?? null,
  })),
  'a delay in earshot is not seen': seeing((evidence) => ({ ...evidence, isDelayInEarshot: false })),
  'a withdrawn unit sounds the all clear': {
    nextSignal: (settings, state, event, evidence, now) =>
      right.nextSignal(settings, state, event === 'withdrawn' ? 'evidence' : event, evidence, now),
  },
  'a deleted policy counts as an all clear': {
    nextSignal: (settings, state, event, evidence, now) =>
      right.nextSignal(settings, state, event === 'policy-withdrawn' ? 'evidence' : event, evidence, now),
  },
  'a smaller radius ends a delay': {
    nextSignal: (settings, state, event, evidence, now) =>
      right.nextSignal(
        settings,
        state.kind === 'warning' ? { ...state, strikeAt: null } : state,
        event,
        evidence,
        now,
      ),
  },
  'a strike while it waits is not sounded': {
    nextSignal: (settings, state, event, evidence, now) => {
      const step = right.nextSignal(settings, state, event, evidence, now);
      return state.kind === 'waiting'
        ? { ...step, effects: step.effects.filter(({ kind }) => kind !== 'sound-warning') }
        : step;
    },
  },
  'what was muted is never sounded': changingState((before, after) =>
    before.kind !== 'warning' && after.kind === 'warning'
      ? { ...after, sounded: ['lightning', ...after.warningIds] }
      : after,
  ),
  'each strike is sounded': changingState((before, after) =>
    before.kind === 'warning' && after.kind === 'warning' && before.strikeAt !== after.strikeAt
      ? { ...after, sounded: [] }
      : after,
  ),
  'alert times are not kept': seeing((evidence) => ({ ...evidence, isInAlertTimes: true })),
  'who was sounded in is not sounded out': changingState((_, after) =>
    after.kind === 'warning' ? { ...after, wasSounded: false } : after,
  ),
  'it waits for ever': changingState((before, after) =>
    before.kind === 'waiting' && after.kind === 'none' && after.clearedAt === undefined ? before : after,
  ),
  'an all clear of long ago goes out': {
    whyNot: (command, holds, wallNow) => (holds ? null : right.whyNot(command, holds, wallNow)),
  },
  'an all clear goes out that is no longer earned': { decisionHolds: () => true, mayResume: () => true },
  'an all clear is repeated when its answer is lost': {
    afterLostOutcome: (command, mayGo, readBack) =>
      command.cause === 'all-clear' && mayGo ? 'again' : right.afterLostOutcome(command, mayGo, readBack),
  },
  'a warning is not repeated when its answer is lost': {
    afterLostOutcome: (command, mayGo, readBack) =>
      command.cause === 'warning' ? 'unknown' : right.afterLostOutcome(command, mayGo, readBack),
  },
  'a refused warning is given up': { afterRefusal: () => 'failed' },
  'a light that went out is not lit again': { lightToCorrect: () => null },
  'a relay resumes from a held warning': {
    nextRelay: (settings, state, input, now) =>
      right.nextRelay(
        settings,
        state,
        input.kind === 'evidence' && input.evidence.warning === 'held'
          ? { ...input, evidence: { ...input.evidence, warning: 'none', placeHolds: [] } }
          : input,
        now,
      ),
    mayResume: () => true,
  },
  'the public page calls observing clear': {
    publicSirenOf: (answer, countdown, at) => {
      const said = right.publicSirenOf(answer, countdown, at);
      return said?.state === 'observing' ? { ...said, state: 'clear' } : said;
    },
  },
  'the public page goes on without data': {
    publicSirenOf: (answer, countdown, at) =>
      right.publicSirenOf(answer, countdown, at) ??
      right.publicSirenOf({ ...answer, kind: 'clear', holds: [] }, countdown, at),
  },
};

function seeing(change: (evidence: SignalEvidence) => SignalEvidence): Partial<Machines> {
  return {
    nextSignal: (settings, state, event, evidence, now) =>
      right.nextSignal(settings, state, event, change(evidence), now),
    decisionHolds: (command, state, evidence) =>
      right.decisionHolds(command, state, evidence === null ? null : change(evidence)),
  };
}

function changingState(change: (before: SignalState, after: SignalState) => SignalState): Partial<Machines> {
  return {
    nextSignal: (settings, state, event, evidence, now) => {
      const step = right.nextSignal(settings, state, event, evidence, now);
      return { ...step, state: change(state, step.state) };
    },
  };
}

function asClear(
  { lightning, placeHolds }: SignalEvidence,
  kind: 'unknown' | 'delay',
): Partial<SignalEvidence> {
  const isIt = lightning?.kind === kind && !(lightning.kind === 'delay' && lightning.reason === 'strike');
  const of = kind === 'unknown' ? 'lightning-unknown' : 'observing';
  return {
    placeHolds: placeHolds.filter((hold) => hold.kind !== of),
    lightning: isIt ? { kind: 'clear', since: 0, lastStrikeAt: lightning.lastStrikeAt } : lightning,
  };
}
