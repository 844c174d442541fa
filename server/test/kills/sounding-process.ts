import { flushCompileCache } from 'node:module';
import { openDeviceNetwork } from '@allclear/adapters';
import type { SignalEvidence } from '@allclear/domain';
import pino from 'pino';
import { commandsJob } from '../../src/hardware/commands/commands-job.ts';
import { SharedDevices } from '../../src/hardware/devices/shared-devices.ts';
import { wallNow } from '../../src/platform/clock/clock.ts';
import { openStore } from '../../src/platform/database/database.ts';
import { startJobs } from '../../src/platform/jobs/start-jobs.ts';
import { createSecretBox } from '../../src/platform/secrets/secret-box.ts';

/** A process that carries out the commands of the database of its argument until it is killed; all places are clear. */
const [, , url = ''] = process.argv;
const { db } = openStore(url, { onError: () => {} });
const network = openDeviceNetwork({ networks: '127.0.0.0/8', timeoutMs: 5_000, wallNow });
const clear: SignalEvidence = {
  lightning: { kind: 'clear', since: 0, lastStrikeAt: null },
  ...{ policyWarnings: [], placeHolds: [], isDelayInEarshot: false, isInAlertTimes: true },
};
const devices = {
  ...{ db, network, simulatorNetwork: network, weather: 'live' as const, shared: new SharedDevices() },
  secrets: createSecretBox(Buffer.alloc(32, 1)),
};
startJobs({
  ...{ url, log: pino({ level: 'silent' }) },
  jobs: [commandsJob({ devices, voice: null, evidenceOf: async () => clear, mayResume: async () => true })],
});
flushCompileCache();
process.send?.('begun');
