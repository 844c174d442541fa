/**
 * Runs every benchmark and prints one JSON object a benchmark; `npm run bench -- matching` runs those whose
 * name matches. `--save` writes what they measured into `bench/results.json`.
 */
import { runAudit } from './audit/audit.ts';
import { runAuditVerify } from './audit/audit-verify.ts';
import { runBacktest } from './backtest.ts';
import { runCameraViewers } from './cameras/camera-viewers.ts';
import { runClusters } from './clusters.ts';
import { runDashboard } from './dashboard.ts';
import { runDelivery } from './delivery/delivery.ts';
import { runStrikeToSiren } from './hardware/strike-to-siren.ts';
import { runHardwareSupervision } from './hardware/supervision.ts';
import { runRules } from './histories/rules.ts';
import { runImport } from './import.ts';
import { runIngest } from './ingest/ingest.ts';
import { runLiveRadar } from './live-radar.ts';
import { runLoad } from './load/load.ts';
import { runMatching } from './matching/matching.ts';
import { runMassMessage } from './messages/mass-message.ts';
import { runPlaces } from './places.ts';
import { runPublicAnswers } from './public/public-answers.ts';
import { runRadarFrame } from './radar-frame.ts';
import { runRadarServe } from './radar-serve.ts';
import { runReads } from './reads/reads.ts';
import { runRecordDrop } from './record/record-drop.ts';
import { runRecordRead } from './record/record-read.ts';
import { runRecordStore } from './record/record-store.ts';
import { runSignIn } from './refused-sign-ins.ts';
import { runRecordExport } from './reports/record-export.ts';
import { runRecordReport } from './reports/record-report.ts';
import { saveResult } from './results/save-result.ts';
import { runScience } from './science.ts';
import { runShows } from './shows/shows.ts';
import { runSimulatedWorld } from './simulated-world.ts';
import { runStalls } from './stalls.ts';
import { runStartTime } from './start-time/start-time.ts';
import { runStormReplay } from './storm-replay.ts';
import { runStreams } from './streams/streams.ts';
import { runStrikeToScreen } from './strike-to-screen.ts';
import { runThunderToScreen } from './thunder/thunder-to-screen.ts';
import { runUsers } from './users.ts';
import { runWall } from './wall/wall.ts';
import { runWebhooks } from './webhooks.ts';
import { runWidgetPage } from './widgets/widget-page.ts';

const benchmarks = {
  audit: runAudit,
  matching: runMatching,
  clusters: runClusters,
  science: runScience,
  'refused-sign-ins': runSignIn,
  'simulated-world': runSimulatedWorld,
  streams: runStreams,
  'strike-to-screen': runStrikeToScreen,
  'strike-to-siren': runStrikeToSiren,
  'thunder-to-screen': runThunderToScreen,
  'start-time': runStartTime,
  'audit-verify': runAuditVerify,
  backtest: runBacktest,
  'camera-viewers': runCameraViewers,
  delivery: runDelivery,
  dashboard: runDashboard,
  reads: runReads,
  'hardware-supervision': runHardwareSupervision,
  import: runImport,
  ingest: runIngest,
  'live-radar': runLiveRadar,
  load: runLoad,
  'mass-message': runMassMessage,
  places: runPlaces,
  'public-answers': runPublicAnswers,
  'radar-frame': runRadarFrame,
  'radar-serve': runRadarServe,
  'record-drop': runRecordDrop,
  'record-read': runRecordRead,
  'record-store': runRecordStore,
  'record-export': runRecordExport,
  'record-report': runRecordReport,
  rules: runRules,
  shows: runShows,
  stalls: runStalls,
  'storm-replay': runStormReplay,
  users: runUsers,
  wall: runWall,
  webhooks: runWebhooks,
  'widget-page': runWidgetPage,
};
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const result = await run();
  console.log(JSON.stringify(result, null, 2));
  if (process.argv.includes('--save')) await saveResult(name, result);
}
