import path from 'node:path';
import pino from 'pino';
import { BadConfig, type Config, readConfig, usage } from './config.ts';
import { DatabaseOutage } from './platform/database/database-outage.ts';
import { startServer } from './server.ts';
import { subjects } from './subjects.ts';

/** How long a clean end may take before the process ends anyway, ms. */
const endWithinMs = 10_000;

function configOrExit(): Config {
  try {
    const config = readConfig(subjects);
    if (config) return config;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exit(1);
  }
}

const config = configOrExit();
const { weather, logLevel } = config.base;
const outage = new DatabaseOutage();
const log = pino({
  level: logLevel,
  hooks: outage.hooks,
  // Belt and braces: nothing logs these, and if something ever does, it does not show.
  redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.apiKey', '*.token'],
});

try {
  const server = await startServer(config, log, outage);
  const { demonstration, setupCodeFile } = server;
  const lines = ['', `Allclear is ready at ${server.url}`];
  if (weather.kind !== 'live') {
    lines.push(
      `The weather is ${weather.kind === 'replay' ? 'replayed' : 'simulated'}: for trying out only, not for safety decisions.`,
    );
  }
  if (setupCodeFile !== null)
    lines.push('', `Set it up at ${server.url}/setup with the code in ${setupCodeFile}`);
  if (demonstration && !demonstration.isNew)
    lines.push('', `Demonstration accounts: ${path.join(config.base.data, 'demo.json')}`);
  // Passwords are printed once: logs are kept longer, and read by more people, than the file.
  if (demonstration?.isNew) {
    lines.push('', 'Demonstration accounts:');
    for (const { role, email, password } of demonstration.accounts)
      lines.push(`  ${role.padEnd(16)} ${email.padEnd(30)} ${password}`);
    lines.push('', `API key (Super Admin): ${demonstration.apiKey}`);
  }
  console.log(`${lines.join('\n')}\n`);

  let ending = false;
  const end = (signal: string) => {
    if (ending) return;
    ending = true;
    log.info({ signal }, 'ending');
    setTimeout(() => process.exit(1), endWithinMs).unref();
    void server.stop().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  // A fault in one corner must not take the watch down; what it was is in the log.
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'an unhandled rejection'));
} catch (error) {
  console.error(`Allclear cannot start: ${(error as Error).message}`);
  if (log.isLevelEnabled('debug')) console.error(error);
  process.exit(1);
}
