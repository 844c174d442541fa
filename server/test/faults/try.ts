import { openStage } from './stage.ts';
import { postgresProcesses, signalAll } from './processes.ts';
import { readFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
const stage = await openStage({ weather: 'storms', random: Math.random, env: { LOG_LEVEL: 'debug' } });
console.log(postgresProcesses(stage.data).length);
signalAll(postgresProcesses(stage.data), 'SIGKILL');
for (let i = 0; i < 4; i++) {
await new Promise((r) => setTimeout(r, 2000));
console.log(execSync(`ps -ef | grep "${stage.data}" | grep -v grep | cut -c1-200`).toString());
}
console.log(stage.log().split('\n').slice(-40).join('\n').slice(-9000));
await stage.close();
