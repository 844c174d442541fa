import type { Fault, Round, RoundResult } from './fault.ts';
import { clearsTooEarly, falseClears } from './judge-lightning.ts';
import { doubled, drained, evidenceFor, falseAllClears, leftSounding, lostWrites } from './judge-stage.ts';
import { linesSince } from './log-lines.ts';
import { type Stage, waitUntil } from './stage.ts';
import { watchAnswers } from './watch-answers.ts';
import { writeMeanwhile } from './write-meanwhile.ts';

const backWithinMs = 10_000;
/** How long the product is waited for before it counts as gone, ms. */
const givenUpMs = 60_000;

/** Makes a fault once, with people at work, and judges what came of it. */
export async function runRound(fault: Fault, stage: Stage, round: Round): Promise<RoundResult> {
  const wrong: string[] = [];
  const begunAt = stage.wallNow();
  const watch = watchAnswers({
    urls: () => stage.servers.map(({ url }) => url),
    ...{ key: stage.key, locations: () => stage.locations, wallNow: stage.wallNow },
  });
  const writing = writeMeanwhile(stage);
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  let backMs: number | null = null;
  try {
    await pause(500 + round.random() * 1_000);
    await fault.strike(stage, round).catch((error: Error) => wrong.push(error.message));
    const endedAt = stage.wallNow();
    backMs = await waitUntil(
      () =>
        watch.samples.some(({ askedAt, kind }) => askedAt >= endedAt && kind !== 'failed') &&
        writing.written.acknowledgedAt.some((at) => at >= endedAt),
      givenUpMs,
    );
    const limitMs = fault.backWithinMs ?? backWithinMs;
    if (backMs === null) wrong.push(`it did not come back within ${givenUpMs / 1_000} s`);
    else if (backMs > limitMs) wrong.push(`it was back only after ${Math.round(backMs)} ms`);
    await pause(round.isShort ? 500 : 2_000);
  } finally {
    await writing.stop();
    await watch.stop();
  }
  const { samples, claims } = watch;
  if (fault.answersMeanwhile) {
    const failed = samples.filter(({ kind }) => kind === 'failed').length;
    if (failed > 0) wrong.push(`${failed} of ${samples.length} reads were not answered`);
  }
  if (watch.clockWentBackMs() > 0 && !stage.satellite)
    wrong.push(`the clock of the product went back by ${watch.clockWentBackMs()} ms`);
  const evidence = await evidenceFor(stage, claims);
  wrong.push(...falseClears(claims, evidence, stage.satellite ? 2_000 : 500).slice(0, 3));
  if (stage.satellite) wrong.push(...clearsTooEarly(claims, evidence).slice(0, 3));
  wrong.push(...(await drained(stage)));
  wrong.push(...(await lostWrites(stage, writing.written)).slice(0, 3));
  const served = notServed(stage, writing.written.labels).catch((error: Error) => [error.message]);
  wrong.push(...(await served).slice(0, 3));
  wrong.push(...(await doubled(stage)).slice(0, 3));
  wrong.push(...(await falseAllClears(stage, evidence)).slice(0, 3));
  wrong.push(...(await leftSounding(stage)));
  wrong.push(...((await fault.after?.(stage, round)) ?? []));
  const lines = linesSince(stage, begunAt);
  const { logged } = fault;
  const line = logged === null ? '' : lines.find((one) => logged.test(one));
  if (line === undefined) wrong.push(`no line of the log says what happened (${logged?.source})`);
  await removePlaces(stage);
  return {
    ...{ wrong, backMs, claims: claims.length, delaysSeen: watch.delaysSeen() },
    clearClaims: claims.filter(({ clearRadii }) => clearRadii.length > 0).length,
    acknowledged: writing.written.labels.length + writing.written.notices.length,
    deliveries:
      stage.providers.gateway.taken.size + new Set(stage.providers.mails.map((mail) => mail.messageId)).size,
    warnings: lines.filter((one) => /^\{"level":[4-6]0/.test(one)).length,
    line: line ?? '',
  };
}

const placesOf = (stage: Stage) => stage.ask<{ id: string; label: string }[]>('GET', 'location?limit=1000');

/** What was acknowledged is not only stored: the API returns it. */
async function notServed(stage: Stage, labels: readonly string[]): Promise<string[]> {
  const served = new Set((await placesOf(stage)).map(({ label }) => label));
  return labels
    .filter((label) => !served.has(label))
    .map((label) => `${label} was acknowledged and is not served`);
}

/** A person has a thousand places at most. */
async function removePlaces(stage: Stage): Promise<void> {
  for (const { id, label } of await placesOf(stage))
    if (label.startsWith('Place ')) await stage.ask('DELETE', `location/${id}`);
}
