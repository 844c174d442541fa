/**
 * Runs every benchmark and prints one JSON object a benchmark; `npm run bench -- matching` runs those whose
 * name matches.
 */
import { runBacktest } from './backtest.ts';
import { runClusters } from './clusters.ts';
import { runDashboard } from './dashboard.ts';
import { runDelivery } from './delivery.ts';
import { runImport } from './import.ts';
import { runLiveRadar } from './live-radar.ts';
import { runMatching } from './matching.ts';
import { runPlaces } from './places.ts';
import { runRadarFrame } from './radar-frame.ts';
import { runRadarServe } from './radar-serve.ts';
import { runSignIn } from './refused-sign-ins.ts';
import { runScience } from './science.ts';
import { runSimulatedWorld } from './simulated-world.ts';
import { runStalls } from './stalls.ts';
import { runStartTime } from './start-time.ts';
import { runStormReplay } from './storm-replay.ts';
import { runStrikeToScreen } from './strike-to-screen.ts';
import { runUsers } from './users.ts';
import { runWall } from './wall/wall.ts';

const benchmarks = {
  matching: runMatching,
  clusters: runClusters,
  science: runScience,
  'refused-sign-ins': runSignIn,
  'simulated-world': runSimulatedWorld,
  'strike-to-screen': runStrikeToScreen,
  'start-time': runStartTime,
  backtest: runBacktest,
  delivery: runDelivery,
  dashboard: runDashboard,
  import: runImport,
  'live-radar': runLiveRadar,
  places: runPlaces,
  'radar-frame': runRadarFrame,
  'radar-serve': runRadarServe,
  stalls: runStalls,
  'storm-replay': runStormReplay,
  users: runUsers,
  wall: runWall,
};
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  console.log(JSON.stringify(await run(), null, 2));
}
