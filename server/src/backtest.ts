/** `npm run backtest`: what policies would have done in the past. */

import { BadConfig, readBacktestConfig } from './config.ts';
import { BadFile, runBacktest } from './warnings/index.ts';

try {
  const lines = await runBacktest(readBacktestConfig());
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
} catch (error) {
  if (!(error instanceof BadConfig || error instanceof BadFile)) throw error;
  for (const line of error instanceof BadConfig ? error.problems : [error.message]) console.error(line);
  process.exitCode = 1;
}
