/**
 * From the start of the process to /readyz: on an empty data folder, and again on the same folder. The
 * yardstick is a bare `node -e 0`.
 */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, runServer } from '@allclear/server/test/run-server.ts';
import { printed } from './measure.ts';

export async function runStartTime(): Promise<unknown> {
  const data = await mkdtemp(path.join(tmpdir(), 'allclear-start-'));
  await chmod(data, 0o711);
  try {
    const port = await freePort();
    const times: number[] = [];
    for (let run = 0; run < 4; run++) {
      const server = await runServer({ data, port });
      times.push(Math.round(server.readyAfterMs));
      await server.stop();
    }
    const started = performance.now();
    await new Promise((resolve) => spawn(process.execPath, ['-e', '0']).once('close', resolve));
    const bareMs = Math.round(performance.now() - started);
    const againMs = Math.min(...times.slice(1));
    return {
      start: {
        firstMs: times[0],
        againMs,
        goalAgainMs: 5_000,
        bareNodeMs: bareMs,
        ratioToBareNode: Math.round((againMs / bareMs) * 10) / 10,
      },
    };
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

await printed(import.meta, runStartTime);
