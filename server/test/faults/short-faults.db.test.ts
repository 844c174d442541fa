import { randomFrom } from '@allclear/adapters/simulated/random.ts';
import { expect, it } from 'vitest';
import type { Fault } from './fault.ts';
import { fullDisk } from './kinds/full-disk.ts';
import { killPostgres, killServer } from './kinds/kills.ts';
import { runRound } from './run-round.ts';
import { openStage } from './stage.ts';

/**
 * The kinds that need seconds each, on one stage; `npm run faults` makes all of them, for longer. It is a whole server
 * with a database of its own, beside other tests: the time by which it is back is not judged here.
 */
const cheap: readonly Fault[] = [fullDisk, killPostgres, killServer];

it('the server holds through the cheap kinds of faults', async () => {
  const seed = Number(process.env.FAULTS_SEED ?? 20_261_121);
  console.log(`FAULTS_SEED=${seed}`);
  const random = randomFrom(seed);
  const possible = cheap.filter((fault) => (fault.whyNot?.() ?? null) === null);
  for (const fault of cheap) if (!possible.includes(fault)) console.log(`${fault.name}: ${fault.whyNot?.()}`);
  const prepare = possible.includes(fullDisk) ? fullDisk.stage.prepare : undefined;
  const stage = await openStage({ weather: 'storms', random, ...(prepare && { prepare }) });
  const wrong: Record<string, readonly string[]> = {};
  let [claims, acknowledged] = [0, 0];
  try {
    for (const fault of possible) {
      const result = await runRound({ ...fault, backWithinMs: 60_000 }, stage, { random, isShort: true });
      if (result.wrong.length > 0) wrong[fault.name] = result.wrong;
      claims += result.claims;
      acknowledged += result.acknowledged;
    }
  } finally {
    await stage.close();
  }
  expect(wrong, `FAULTS_SEED=${seed} repeats it`).toEqual({});
  // Without both it would have shown nothing.
  expect(Math.min(claims, acknowledged)).toBeGreaterThan(20);
}, 300_000);
