import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Client, createClient } from '@allclear/client';
import { browserLaunch } from '@allclear/server/test/browser-launch.ts';
import { freePort, runServer, type ServerProcess } from '@allclear/server/test/run-server.ts';
import { type Browser, chromium, type Page } from 'playwright-core';
import { withDatabase } from './database.ts';
import { present } from './measure.ts';

/**
 * Runs the real server with simulated weather and the demonstration's people in its own folder while `work`
 * runs.
 *
 * @param work its second argument starts the server again on the same data and port after it ended
 */
export async function withServer<T>(
  args: readonly string[],
  work: (server: ServerProcess, startAgain: () => Promise<ServerProcess>) => Promise<T>,
  env: NodeJS.ProcessEnv = {},
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-bench-'));
  await chmod(folder, 0o711);
  const port = await freePort();
  const start = () =>
    runServer({
      data: path.join(folder, 'data'),
      port,
      args: [...args, '--seed', 'demo'],
      env: { ALLCLEAR_READS_PER_MINUTE: '100000000', LOG_LEVEL: 'warn', ...env },
    });
  let server = await start();
  const startAgain = async () => {
    server = await start();
    return server;
  };
  try {
    return await work(server, startAgain);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `work` with a headless browser, and the real server at speed 1 on a database that is also given by its address. */
export async function withBrowser<T>(
  work: (browser: Browser, server: ServerProcess, databaseUrl: string) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch(browserLaunch);
  try {
    return await withDatabase((databaseUrl) =>
      withServer(['--speed', '1'], (server) => work(browser, server, databaseUrl), {
        DATABASE_URL: databaseUrl,
      }),
    );
  } finally {
    await browser.close();
  }
}

interface Opened {
  viewport: { width: number; height: number };
  /** Runs in the page before any other script. */
  before?: () => void;
  path?: string;
}

/** A new window on a path, signed in with the demonstration's first account. */
export async function signedInPage(
  browser: Browser,
  server: ServerProcess,
  { viewport, before, path: opened = '/' }: Opened,
): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: 'en-US', timezoneId: 'America/Chicago' });
  if (before) await context.addInitScript(before);
  const page = await context.newPage();
  const { accounts } = await server.demonstration();
  await page.goto(server.url + opened);
  const { email, password } = present(accounts[0]);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return page;
}

/** The API, with the demonstration's key. */
export async function clientOf(server: ServerProcess): Promise<Client> {
  const { apiKey } = await server.demonstration();
  return createClient({ url: server.url, key: apiKey });
}
