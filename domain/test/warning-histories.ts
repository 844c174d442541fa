/**
 * Random lives of a warning, and a model of `nextWarning` that shares no code with it: it keeps no state but
 * evaluates the whole history again at every step.
 */
import fc from 'fast-check';
import {
  nextWarning,
  type WarningEffect,
  type WarningInput,
  type WarningRule,
  type WarningState,
} from '../src/warnings/warning.ts';

export const minute = 60_000;
const epoch = Date.UTC(2026, 6, 4, 18);

export interface Step {
  readonly input: WarningInput;
  readonly now: number;
}

export interface Life {
  readonly rule: WarningRule;
  readonly steps: readonly Step[];
}

const asides = [
  'policy-edited',
  'policy-edited',
  'policy-deleted',
  'location-moved',
  'location-removed',
  'hours-opened',
  'hours-closed',
] as const;

function ruleOf(evidence: WarningRule['evidence']): fc.Arbitrary<WarningRule> {
  return fc.record({
    evidence: fc.constant(evidence),
    allClearMinutes: evidence === 'alert' ? fc.constantFrom(0, 30) : fc.constantFrom(10, 30),
    reAlertMinutes: fc.constantFrom(0, 10, 25),
    readingLimitMs: fc.constantFrom(20 * minute, 70 * minute),
  });
}

/**
 * Age of the evidence when it is passed, minutes: mostly small, now and then late, now and then dated in the
 * future.
 */
const age = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 3, arbitrary: fc.integer({ min: 4, max: 90 }) },
  { weight: 1, arbitrary: fc.integer({ min: -20, max: -1 }) },
);

const pause = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 13, max: 80 }) },
);

const value = fc.integer({ min: 1, max: 100 });

function inputOf(evidence: WarningRule['evidence']): fc.Arbitrary<(now: number) => WarningInput> {
  const seen = (kind: 'exceeded' | 'under') =>
    fc.record({ age, value }).map(
      (seen) =>
        (now: number): WarningInput => ({ kind, at: now - seen.age * minute, value: seen.value }),
    );
  const plain = fc.constantFrom(...asides).map((kind) => (): WarningInput => ({ kind }));
  const lost = fc.constant((): WarningInput => ({ kind: 'lost' }));
  if (evidence === 'reading') {
    return fc.oneof(
      { weight: 5, arbitrary: seen('exceeded') },
      { weight: 14, arbitrary: seen('under') },
      { weight: 2, arbitrary: lost },
      { weight: 1, arbitrary: plain },
    );
  }
  const clear = age.map(
    (minutes) =>
      (now: number): WarningInput => ({ kind: 'clear', at: now - minutes * minute }),
  );
  const observing = age.map(
    (minutes) =>
      (now: number): WarningInput => ({ kind: 'observing', clearAt: now + minutes * minute }),
  );
  const lostWithStrike = fc.record({ age, value }).map(
    (strike) =>
      (now: number): WarningInput => ({
        kind: 'lost',
        strike: { at: now - strike.age * minute, value: strike.value },
      }),
  );
  return fc.oneof(
    { weight: 8, arbitrary: seen('exceeded') },
    { weight: 4, arbitrary: clear },
    { weight: 2, arbitrary: observing },
    { weight: 1, arbitrary: evidence === 'lightning' ? fc.oneof(lost, lostWithStrike) : lost },
    { weight: 1, arbitrary: plain },
  );
}

/** Inputs in any order, late, stale, in the future; every other one may be passed again later. */
export function life(evidence: WarningRule['evidence']): fc.Arbitrary<Life> {
  const entry = fc.record({ make: inputOf(evidence), pause, again: fc.integer({ min: 0, max: 5 }) });
  return fc
    .tuple(ruleOf(evidence), fc.array(entry, { minLength: 1, maxLength: 40 }))
    .map(([rule, entries]) => {
      const steps: Step[] = [];
      let now = epoch;
      for (const { make, pause, again } of entries) {
        now += pause * minute;
        const earlier = again > 0 ? steps.at(-again)?.input : undefined;
        steps.push({ input: make(now), now });
        if (earlier && again % 2 === 1) steps.push({ input: earlier, now });
      }
      return { rule, steps };
    });
}

/** Readings as a station sends them: in order, each once, at most the limit apart. */
export const orderlyReadings: fc.Arbitrary<Life> = fc
  .tuple(
    ruleOf('reading'),
    fc.array(fc.record({ pause: fc.integer({ min: 1, max: 19 }), isExceeded: fc.boolean(), value }), {
      minLength: 1,
      maxLength: 40,
    }),
  )
  .map(([rule, entries]) => {
    let now = epoch;
    const steps = entries.map(({ pause, isExceeded, value }, index): Step => {
      now += pause * minute;
      return { input: { kind: isExceeded && index % 4 < 2 ? 'exceeded' : 'under', at: now, value }, now };
    });
    return { rule, steps };
  });

/** The product, step by step. */
export function live({ rule, steps }: Life): { state: WarningState; effects: readonly WarningEffect[] }[] {
  let state: WarningState = { kind: 'none' };
  return steps.map(({ input, now }) => {
    const step = nextWarning(rule, state, input, now);
    state = step.state;
    return step;
  });
}

export function noticesOf(effects: readonly WarningEffect[]): string[] {
  return effects.map((effect) => (effect.kind === 'notify' ? effect.notice : `ended: ${effect.reason}`));
}

/** The notices that the model expects, step by step. */
export function expectedNotices({ rule, steps }: Life): string[][] {
  const notified: string[][] = [];
  for (const [index, step] of steps.entries()) {
    const ended = notified.findLastIndex((notices) => notices.some((notice) => notice.startsWith('ended')));
    const begin = notified.findLastIndex((notices) => notices.includes('started'));
    notified.push(
      begin > ended
        ? duringWarning(rule, steps.slice(begin, index + 1), notified.slice(begin))
        : beforeWarning(rule, step),
    );
  }
  return notified;
}

function beforeWarning(rule: WarningRule, { input, now }: Step): string[] {
  if (input.kind === 'exceeded')
    return rule.evidence === 'reading' && now - input.at > rule.readingLimitMs ? [] : ['started'];
  const isRecentStrike =
    rule.evidence === 'lightning' &&
    input.kind === 'lost' &&
    input.strike &&
    now - input.strike.at < rule.allClearMinutes * minute;
  return isRecentStrike ? ['started'] : [];
}

/**
 * `steps` are those since the warning began, the last is the current one; `notified` holds the notices of the
 * steps before it.
 */
function duringWarning(rule: WarningRule, steps: readonly Step[], notified: readonly string[][]): string[] {
  const { input, now } = steps.at(-1)!;
  const quietMs = rule.allClearMinutes * minute;
  switch (input.kind) {
    case 'policy-deleted':
    case 'location-moved':
    case 'location-removed':
      return ['withdrawn', `ended: ${input.kind}`];
    case 'hours-opened':
      return ['in-effect'];
    case 'lost':
    case 'observing':
      return isHeld(rule, steps.slice(0, -1)) ? [] : ['held'];
    case 'clear': {
      const newest = Math.max(...steps.map(evidenceAt).filter((at) => at !== null));
      const isQuiet = now - newest >= quietMs;
      if (
        rule.evidence === 'lightning' ? isQuiet : rule.evidence === 'alert' && (isQuiet || input.at >= newest)
      )
        return ['all-clear', 'ended: all-clear'];
      return [];
    }
    case 'exceeded':
    case 'under': {
      if (!isDataBack(rule, steps, steps.length - 1)) return [];
      const since = rule.evidence === 'reading' ? quietSince(rule, steps) : null;
      if (since !== null && input.at - since >= quietMs) return ['all-clear', 'ended: all-clear'];
      if (isHeld(rule, steps.slice(0, -1))) return ['resumed'];
      return input.kind === 'exceeded' && isReminderDue(rule, steps, notified) ? ['reminder'] : [];
    }
    default:
      return [];
  }
}

/**
 * The instant of a step's evidence. Evidence dated in the future counts as of now when it exceeds, and not at
 * all when it is under the threshold.
 */
function evidenceAt({ input, now }: Step): number | null {
  if (input.kind === 'exceeded') return Math.min(input.at, now);
  if (input.kind === 'under') return input.at > now ? null : input.at;
  return input.kind === 'lost' && input.strike ? Math.min(input.strike.at, now) : null;
}

/** Whether the evidence of step `index` is as new as any before it. */
function isNewest(steps: readonly Step[], index: number): boolean {
  const at = evidenceAt(steps[index]!);
  return at !== null && steps.slice(0, index).every((earlier) => (evidenceAt(earlier) ?? at) <= at);
}

/** Whether step `index` brings current data (again). */
function isDataBack(rule: WarningRule, steps: readonly Step[], index: number): boolean {
  const { input, now } = steps[index]!;
  if (rule.evidence !== 'reading') return input.kind === 'exceeded';
  const at = evidenceAt(steps[index]!);
  return (
    (input.kind === 'exceeded' || input.kind === 'under') &&
    isNewest(steps, index) &&
    at !== null &&
    now - at <= rule.readingLimitMs
  );
}

function isHeld(rule: WarningRule, steps: readonly Step[]): boolean {
  // The first step began the warning. Even when it was a loss (with a strike), its notice was `started`.
  const lost = steps.findLastIndex(
    ({ input }, index) => index > 0 && (input.kind === 'lost' || input.kind === 'observing'),
  );
  return lost > 0 && !steps.some((_, index) => index > lost && isDataBack(rule, steps, index));
}

function isReminderDue(rule: WarningRule, steps: readonly Step[], notified: readonly string[][]): boolean {
  const isAlert = (notices: readonly string[], index: number) =>
    notices.includes('started') ||
    notices.includes('reminder') ||
    (notices.includes('resumed') && steps[index]!.input.kind === 'exceeded');
  const alertedAt = steps[notified.findLastIndex(isAlert)]!.now;
  if (rule.reAlertMinutes === 0 || steps.at(-1)!.now - alertedAt < rule.reAlertMinutes * minute) return false;
  const isNewer = (index: number) =>
    isNewest(steps, index) &&
    steps.slice(0, index).every((earlier) => evidenceAt(earlier) !== evidenceAt(steps[index]!));
  return rule.evidence !== 'lightning' || steps.some(({ now }, index) => now > alertedAt && isNewer(index));
}

/**
 * The earliest reading from which on all readings are under the threshold, without a break, under the current
 * policy.
 */
function quietSince(rule: WarningRule, steps: readonly Step[]): number | null {
  const newest = steps
    .map((step, index) => ({ ...step, index, at: evidenceAt(step) ?? 0 }))
    .filter(({ index, input }) => isReading(input) && isNewest(steps, index));
  const breaks = steps
    .map((step, index) => ({ input: step.input, index, at: evidenceAt(step) ?? 0 }))
    .filter(({ input, index }) => input.kind === 'exceeded' && !isNewest(steps, index))
    .filter(({ at, index }) => (quietSince(rule, steps.slice(0, index)) ?? Number.POSITIVE_INFINITY) <= at);
  const starts = newest.filter((start) => {
    const onward = newest.filter(({ index }) => index >= start.index);
    const isUnder = onward.every(({ input }) => input.kind === 'under');
    const isUnbroken = onward.every(
      ({ at }, place) => place === 0 || at - onward[place - 1]!.at <= rule.readingLimitMs,
    );
    const isPresentPolicy = !steps.some(
      ({ input }, index) => index > start.index && input.kind === 'policy-edited',
    );
    const isAfterBreaks = breaks.every(
      ({ index }) =>
        index < start.index || newest.every((other) => other.index > index || other.at <= start.at),
    );
    return isUnder && isUnbroken && isPresentPolicy && isAfterBreaks;
  });
  return starts.length > 0 ? Math.min(...starts.map(({ at }) => at)) : null;
}

function isReading(input: WarningInput): boolean {
  return input.kind === 'exceeded' || input.kind === 'under';
}
