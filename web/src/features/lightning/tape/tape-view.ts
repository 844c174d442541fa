import type { LightningTape } from '@allclear/contract';
import { type LaneStretch, laneStretches, tapeMs } from '@allclear/domain';
import { hourAndMinute, timeOfDay } from '../../../clock/time-text.ts';
import { clockText } from '../countdown.ts';
import type { LightningView, Strike } from '../lightning-view.ts';
import type { ShownTape } from './use-tape.ts';

/** A part of a lane; positions are shares of its width, 0 to 1. */
export interface LanePart {
  /** `awaited`: quiet that must still be observed. */
  readonly kind: LaneStretch['kind'] | 'awaited';
  readonly from: number;
  readonly to: number;
}

export interface LaneView {
  readonly range: string;
  readonly state: 'strike' | 'observing' | 'clear' | 'unknown';
  readonly parts: readonly LanePart[];
  /** Positions of strikes, seconds from the left edge. */
  readonly ticks: readonly number[];
  /** The countdown of the zone's ring; null of a zone that has none. */
  readonly clock: string | null;
  /** Below the countdown: the end as a time of day, or why there is none. */
  readonly note: string;
  /** The lane in words. */
  readonly spoken: string;
}

export interface TapeView {
  readonly lanes: readonly LaneView[];
  /** Times of day from the left edge to the right one, a quarter of an hour apart. */
  readonly axis: readonly string[];
}

/** Seconds that a lane is wide: the last and the next half hour. */
export const laneSeconds = (2 * tapeMs) / 1_000;

/** What a lane knows of its zone. */
interface LaneZone {
  readonly range: string;
  readonly state: LaneView['state'];
  readonly lastStrike: Strike | null;
  readonly clearAt: number | null;
  readonly clock: string | null;
  readonly note: string;
}

interface Seen {
  readonly shown: ShownTape;
  readonly view: LightningView;
  readonly nowMs: number;
  readonly timeZone: string;
  /** The place is closed: no lane of it says clear. */
  readonly isClosed?: boolean;
}

/**
 * The tape at an instant of the product's clock. States, countdowns and ends are those of the lightning view,
 * whose clock the rings have; the tape adds only what was observed.
 */
export function tapeView(seen: Seen): TapeView {
  const { nowMs, timeZone } = seen;
  return {
    lanes: zonesOf(seen).map((zone) => laneOf(zone, seen)),
    axis: [-2, -1, 0, 1, 2].map((quarters) =>
      quarters === 0 ? 'now' : hourAndMinute(nowMs + (quarters * tapeMs) / 2, timeZone),
    ),
  };
}

function zonesOf({ view, shown, timeZone, isClosed = false }: Seen): LaneZone[] {
  switch (view.kind) {
    case 'delay':
      return view.zones.map(({ range, state, lastStrike, clearAt, remainingSeconds }) => {
        if (state === 'clear')
          return {
            range,
            state,
            lastStrike,
            clearAt: null,
            clock: null,
            note: isClosed ? 'no lightning' : 'All Clear',
          };
        const end = remainingSeconds === 0 ? 'checking' : timeOfDay(clearAt, timeZone);
        return {
          range,
          state,
          lastStrike,
          clearAt: instantOf(clearAt),
          clock: clockText(remainingSeconds),
          note: view.paused ? 'paused' : end,
        };
      });
    case 'clear':
      return view.answer.zones.map(({ range, lastStrike, clearAt }) => ({
        range,
        state: 'clear',
        lastStrike,
        clearAt: null,
        clock: null,
        note:
          clearAt === null ? (isClosed ? 'no lightning' : 'quiet') : `since ${timeOfDay(clearAt, timeZone)}`,
      }));
    case 'unavailable':
      return (shown.kind === 'known' ? shown.tape.zones : []).map(({ range }) => ({
        range,
        state: 'unknown',
        lastStrike: null,
        clearAt: null,
        clock: null,
        note: 'not known',
      }));
    default:
      return [];
  }
}

function laneOf(zone: LaneZone, seen: Seen): LaneView {
  const { nowMs } = seen;
  const from = nowMs - tapeMs;
  const strikes = strikesOf(zone, seen).filter((at) => at >= from);
  const stretches = stretchesOf(zone, strikes.at(-1) ?? null, seen);
  const share = (at: number) => Math.max(0, Math.min(1, (at - from) / (2 * tapeMs)));
  const parts: LanePart[] = stretches.map((stretch) => ({
    kind: stretch.kind,
    from: share(stretch.from),
    to: share(stretch.to),
  }));
  if (zone.clearAt !== null) {
    const begin = share(awaitedFrom(stretches, strikes.at(-1) ?? null, seen));
    if (begin < share(zone.clearAt)) parts.push({ kind: 'awaited', from: begin, to: share(zone.clearAt) });
  }
  return {
    range: zone.range,
    state: zone.state,
    parts,
    ticks: [...new Set(strikes.map((at) => Math.min(tapeMs, at - from) / 1_000).map(Math.round))],
    clock: zone.clock,
    note: zone.note,
    spoken: spoken(zone, stretches, strikes.at(-1) ?? null, seen),
  };
}

/** The strikes of the tape and, at once, the newest of the delay; oldest first. */
function strikesOf({ range, lastStrike }: LaneZone, { shown }: Seen): number[] {
  const known = shown.kind === 'known' ? shown.tape.zones.find((zone) => zone.range === range) : undefined;
  const strikes = (known?.strikesAt ?? []).map((seconds) => seconds * 1_000);
  const newest = instantOf(lastStrike?.at ?? null);
  if (newest !== null && newest > (strikes.at(-1) ?? Number.NEGATIVE_INFINITY)) strikes.push(newest);
  return strikes;
}

/**
 * What was observed in the half hour. It ends where the tape or the delay ends, whichever is earlier: nothing
 * counts as quiet that one of them does not confirm. Without a tape nothing is known of it.
 */
function stretchesOf(zone: LaneZone, lastStrikeAt: number | null, seen: Seen): LaneStretch[] {
  const { shown, nowMs } = seen;
  const from = nowMs - tapeMs;
  if (shown.kind === 'asking') return [];
  if (shown.kind === 'covered') return [{ from, to: nowMs, kind: 'unseen' }];
  const { tape } = shown;
  const span = (gap: { from: string; to: string }) => ({
    from: Date.parse(gap.from),
    to: Date.parse(gap.to),
  });
  const confirmed = [tape.confirmedThrough, answerOf(seen)?.confirmedThrough ?? tape.confirmedThrough];
  const confirmedThrough = confirmed.map(instantOf);
  return laneStretches(
    {
      from,
      now: nowMs,
      confirmedThrough: confirmedThrough.includes(null) ? null : Math.min(...confirmedThrough.map(Number)),
      quietCountsFrom: instantOf(tape.quietCountsFrom),
      unseen: tape.unseen.map(span),
      pendingGap: missingOf(zone, tape, seen),
    },
    lastStrikeAt,
  );
}

/** What is missing at the end of the observation: up to now while it stands still or is unknown. */
function missingOf(
  { state }: LaneZone,
  { observedThrough, pendingGap, now }: LightningTape,
  seen: Seen,
): { from: number; to: number } | null {
  const isStill = state === 'unknown' || answerOf(seen)?.paused === true;
  const through = instantOf(observedThrough);
  if (pendingGap === null) return isStill && through !== null ? { from: through, to: seen.nowMs } : null;
  const isOpen = isStill && pendingGap.to === now;
  return { from: Date.parse(pendingGap.from), to: isOpen ? seen.nowMs : Date.parse(pendingGap.to) };
}

/** From where quiet must still be observed. */
function awaitedFrom(stretches: readonly LaneStretch[], lastStrikeAt: number | null, seen: Seen): number {
  const through = instantOf(answerOf(seen)?.confirmedThrough ?? null) ?? seen.nowMs;
  const known = seen.shown.kind === 'known' ? instantOf(seen.shown.tape.confirmedThrough) : null;
  const end = stretches.at(-1)?.to ?? Number.NEGATIVE_INFINITY;
  const begin = Math.max(Math.min(through, known ?? through), lastStrikeAt ?? Number.NEGATIVE_INFINITY, end);
  return Math.min(seen.nowMs, begin);
}

function answerOf({ view }: Seen) {
  return view.kind === 'delay' || view.kind === 'clear' ? view.answer : null;
}

function instantOf(iso: string | null): number | null {
  const at = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isNaN(at) ? null : at;
}

function spoken(
  { range, state, clearAt, note }: LaneZone,
  stretches: readonly LaneStretch[],
  lastStrikeAt: number | null,
  { shown, timeZone }: Seen,
): string {
  const time = (at: number) => timeOfDay(new Date(at).toISOString(), timeZone);
  const spans = (kind: LaneStretch['kind']) =>
    stretches.filter((one) => one.kind === kind).map(({ from, to }) => `${time(from)} to ${time(to)}`);
  const words = [
    lastStrikeAt === null ? 'no strike in the last 30 minutes' : `last strike at ${time(lastStrikeAt)}`,
  ];
  if (shown.kind === 'asking') return `${range}: loading`;
  const [quiet, unseen] = [spans('quiet'), spans('unseen')];
  // Without the tape there may have been strikes that are not known.
  if (shown.kind === 'covered' && lastStrikeAt === null) words.pop();
  if (quiet.length > 0) words.push(`quiet observed ${quiet.join(' and ')}`);
  if (unseen.length > 0) words.push(`not observed ${unseen.join(' and ')}`);
  if (clearAt !== null) words.push(`quiet must still be observed until ${time(clearAt)}`);
  if (note === 'paused') words.push('the countdown stands still');
  if (state === 'unknown') words.push('status not known');
  return `${range}: ${words.join('; ')}`;
}
