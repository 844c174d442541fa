/**
 * `npm run cluster`: starts on one machine what several would run: three processes of the API and two engines behind
 * HAProxy, PostgreSQL with a synchronous standby under Patroni, and etcd, from Debian's packages. Ctrl-C ends it.
 * `--kill --rounds=10 --seed=7` kills each kind of part in each round, one after another, under load, and judges what was
 * answered, acknowledged and sent meanwhile. Ends with 2 where a package is missing, with 1 where the judge objects.
 */
import { parseArgs } from 'node:util';
import { killCluster, killKinds } from './kill-cluster.ts';
import { findPrograms } from './packages.ts';
import { startCluster } from './start-cluster.ts';

const { values } = parseArgs({
  options: {
    kill: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    only: { type: 'string' },
    speed: { type: 'string', default: '1' },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
const kinds = killKinds.filter((kind) => values.only === undefined || values.only.split(',').includes(kind));
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed) || kinds.length === 0) {
  console.error(`Use --kill --rounds=10 --seed=7 and --only=${killKinds.join(',')}.`);
  process.exit(1);
}
const programs = findPrograms();
if (!('haproxy' in programs)) {
  console.error('The cluster cannot be started here:');
  for (const sentence of programs) console.error(`  ${sentence}`);
  process.exit(2);
}

const say = (line: string) => console.log(line);
if (values.kill) {
  // What it started ends with this process.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(130));
  console.log(`--rounds=${rounds} --seed=${seed}`);
  const { findings, ...figures } = await killCluster(programs, { rounds, seed, kinds, say });
  console.log(JSON.stringify(figures, null, 2));
  for (const finding of findings) console.error(`WRONG: ${finding}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} else {
  const cluster = await startCluster(programs, {
    ...{ apis: 3, engines: 2, say },
    args: ['--seed', 'demo', '--speed', values.speed],
    env: { LOG_LEVEL: 'info' },
  });
  console.log(`API key (Super Admin): ${cluster.apiKey}\nCtrl-C ends it.`);
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    void cluster.stop().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
