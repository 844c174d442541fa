/** What a run of the wall has shown, and whether each sample of it may be so. */
import type { PageMemory } from '@allclear/server/test/page-memory.ts';
import { present } from '../measure.ts';
import { type ApiAnswers, redrawnWithinMs } from './wall-answers.ts';
import type { Received, WallSample } from './wall-page.ts';

export const placeCount = 24;

/** What happens to the server, and what the page made of it. */
export interface Outage {
  readonly downAtMs: number;
  upAtMs: number | null;
  /** From the end of the server until no tile claims to know. */
  coveredAfterMs: number | null;
  /** From the restart until the page has no notice and shows what the API answers. */
  backAfterMs: number | null;
}

export interface Run {
  readonly startedMs: number;
  readonly outages: Outage[];
  readonly memory: { readonly atMs: number; readonly memory: PageMemory }[];
  readonly failures: Set<string>;
  readonly seen: Record<string, number>;
  samples: number;
  compared: number;
  different: number;
  longestUncoveredMs: number;
  elementsMost: number;
  takeovers: number;
}

export function newRun(): Run {
  return {
    startedMs: Date.now(),
    outages: [],
    memory: [],
    failures: new Set(),
    seen: {},
    ...{ samples: 0, compared: 0, different: 0 },
    ...{ longestUncoveredMs: 0, elementsMost: 0, takeovers: 0 },
  };
}

export function judge(run: Run, sample: WallSample): void {
  run.samples++;
  run.elementsMost = Math.max(run.elementsMost, sample.elements);
  if (sample.takeover !== null) run.takeovers++;
  if (sample.tiles.length !== placeCount) run.failures.add(`${sample.tiles.length} tiles on the page`);
  if (sample.scrolls) run.failures.add('something on the page scrolls');
  for (const text of sample.clipped) run.failures.add(`clipped: ${text}`);
  for (const { kind } of sample.tiles) run.seen[kind] = (run.seen[kind] ?? 0) + 1;
}

/** A tile covers itself when it says 'Unknown', or that no feed covers its place. */
const isCovered = (kind: string) => kind === 'unknown' || kind === 'no-lightning-data';

/** @param atMs when the page was looked at, at the latest then it must have covered what was too old before */
export function judgeAges(run: Run, { tiles, takeover }: WallSample, received: Received, atMs: number): void {
  const overMs = tiles.map(({ id }) => received.overMs(id, atMs));
  for (const [i, { kind, text }] of tiles.entries()) {
    if (isCovered(kind) && !/unknown|no lightning data/i.test(text))
      run.failures.add(`covered without a word: ${text}`);
    if (isCovered(kind) || kind === 'checking') continue;
    const over = present(overMs[i]);
    run.longestUncoveredMs = Math.max(run.longestUncoveredMs, over);
    if (over > redrawnWithinMs) run.failures.add(`stale and uncovered: ${text}`);
  }
  const areAllOld = overMs.length > 0 && overMs.every((over) => over > redrawnWithinMs);
  if (areAllOld && takeover !== null && !isCovered(takeover))
    run.failures.add('a takeover shows what is stale');
}

/** Each tile shows what the API answers, where the page has it and it is not older than allowed. */
export function judgeAnswers(run: Run, { tiles }: WallSample, answerOf: (id: string) => string | null): void {
  for (const { id, kind, text } of tiles) {
    const answer = answerOf(id);
    if (answer === null) continue;
    run.compared++;
    if (answer === kind) continue;
    run.different++;
    const atMinute = rounded((Date.now() - run.startedMs) / 60_000);
    run.failures.add(`minute ${atMinute}: the API answers ${answer}, the tile ${kind}: ${text}`);
  }
}

export function judgeOutages(run: Run, { tiles, isConnectionLost }: WallSample, api: ApiAnswers): void {
  const nowMs = Date.now();
  // What the server itself does not know needs no answer.
  const isBack = tiles.every(({ id, kind }) => !isCovered(kind) || isCovered(api.answer(id) ?? ''));
  for (const outage of run.outages) {
    if (outage.upAtMs === null && tiles.every(({ kind }) => isCovered(kind)))
      outage.coveredAfterMs ??= nowMs - outage.downAtMs;
    if (outage.upAtMs !== null && !isConnectionLost && isBack) outage.backAfterMs ??= nowMs - outage.upAtMs;
  }
}

/** To hundredths. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
