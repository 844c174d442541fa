/**
 * The page Users with 5,000 people: how long the server takes to list them, and how long the page (headless
 * Chromium) takes to search and to sort them, from the input to the next frame.
 */

import { openStore } from '@allclear/server/platform/database/database.ts';
import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import type { Browser, Page } from 'playwright-core';
import { clientOf, signedInPage, withBrowser } from './browser-server.ts';
import { percentile, present, printed } from './measure.ts';

const userCount = 5_000;
const rounds = 30;

export const runUsers = (): Promise<unknown> => withBrowser(measure);

async function measure(browser: Browser, server: ServerProcess, databaseUrl: string) {
  await addUsers(server, databaseUrl);
  const listMs: number[] = [];
  const client = await clientOf(server);
  for (let round = 0; round < rounds; round++) {
    const startMs = performance.now();
    await client.listUsers();
    listMs.push(performance.now() - startMs);
  }
  const page = await signedInPage(browser, server, {
    viewport: { width: 1350, height: 940 },
    path: '/Users',
  });
  await page.getByText(`1–10 of ${userCount}`).waitFor();
  const searchMs: number[] = [];
  const sortMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    searchMs.push(await timed(page, { search: round % 2 === 0 ? `bench${round}@` : '' }));
    sortMs.push(await timed(page, { search: null }));
  }
  const p50 = (samples: number[]) => Math.round(percentile(samples, 0.5));
  return {
    users: {
      ...{ users: userCount, listP50Ms: p50(listMs), goalListMs: 50 },
      ...{ searchP50Ms: p50(searchMs), sortP50Ms: p50(sortMs), goalPageMs: 100 },
    },
  };
}

/** Adds people past the API, which takes a few hundred writes a minute. */
async function addUsers(server: ServerProcess, databaseUrl: string): Promise<void> {
  const before = await (await clientOf(server)).listUsers();
  const store = openStore(databaseUrl, { onError: () => {} });
  await store.pool.query(
    `insert into users (organization_id, group_id, email, user_name, first_name, last_name, role, created_at)
     select organization_id, group_id, 'bench' || n || '@example.org', 'bench' || n, 'First ' || (n * 7919 % 5000), 'Last ' || n, 'customer', now()
     from users, generate_series(1, $2) as n where id = $1`,
    [present(before[0]).id, userCount - before.length],
  );
  await store.close();
}

/** Types into the search, or presses the first header, and waits for the frame after the change. */
function timed(page: Page, { search }: { search: string | null }): Promise<number> {
  return page.evaluate((typed) => {
    const startMs = performance.now();
    if (typed === null) {
      document.querySelector<HTMLElement>('th button')?.click();
    } else {
      const input = document.querySelector<HTMLInputElement>('input[type=search]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return new Promise<number>((resolve) =>
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs))),
    );
  }, search);
}

await printed(import.meta, runUsers);
