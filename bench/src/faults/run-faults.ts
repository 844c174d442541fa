/**
 * `npm run faults`: what goes wrong around a running server, one kind after the other, each with storms or a satellite,
 * people who write, providers and a siren at work; after each it judges that nothing acknowledged is lost, no clear was
 * false, nobody was notified twice, nothing is left sounding, everything answers again within ten seconds and the log
 * says what happened. `--rounds=3` says how often each, `--seed=7` at which moments, `--only=kill-both` which alone
 * (several after commas), `--short` takes seconds in the place of minutes. It ends with 1 when anything was wrong.
 */
import { parseArgs } from 'node:util';
import { faults } from '@allclear/server/test/faults/fault-kinds.ts';
import { runRound } from '@allclear/server/test/faults/run-round.ts';
import { openStage } from '@allclear/server/test/faults/stage.ts';
import { random } from '../measure.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
const wanted = values.only?.split(',');
const chosen = faults.filter(({ name }) => wanted === undefined || wanted.includes(name));
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed) || chosen.length === 0) {
  console.error(`Use --rounds=3, --seed=7, --short and --only=${faults.map(({ name }) => name).join(',')}.`);
  process.exit(1);
}
console.log(`--rounds=${rounds} --seed=${seed}`);
let wrongRounds = 0;
for (const fault of chosen) {
  const why = fault.whyNot?.() ?? null;
  if (why !== null) {
    console.log(JSON.stringify({ fault: fault.name, skipped: why }));
    continue;
  }
  // Each has moments of its own, so that --only repeats it.
  const dice = random(seed);
  const stage = await openStage({ ...fault.stage, random: dice });
  try {
    for (let number = 1; number <= rounds; number++) {
      const result = await runRound(fault, stage, { random: dice, isShort: values.short });
      if (result.wrong.length > 0) wrongRounds += 1;
      const backMs = result.backMs === null ? null : Math.round(result.backMs);
      console.log(
        JSON.stringify({
          fault: fault.name,
          round: number,
          ...result,
          backMs,
          line: result.line.slice(0, 300),
        }),
      );
    }
  } finally {
    await stage.close();
  }
}
console.log(wrongRounds === 0 ? 'Everything held.' : `${wrongRounds} rounds were wrong.`);
process.exit(wrongRounds === 0 ? 0 : 1);
