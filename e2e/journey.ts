import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { type Account, openServer, type ServerUnderTest, type ServerWeather } from './server-under-test.ts';
import { watchPage } from './watch-page.ts';

export { expect };

export interface JourneyOptions {
  /**
   * The weather of the server; files that need another weather set it with `test.use`. Files that name the
   * same object share a server, so shared weather is a constant here.
   */
  weather: ServerWeather;
  server: ServerUnderTest;
}

/** Simulated weather in which a storm comes and goes during a journey. */
const fastWeather: ServerWeather = { speed: 20, story: null };
/** Simulated weather at the speed of the wall clock. */
export const slowWeather: ServerWeather = { speed: 1, story: null };
/** The same on another server, for journeys that change accounts, stations and what everybody is told. */
export const steadyWeather: ServerWeather = { speed: 1, story: null };

interface Journey {
  /** Messages of the browser's console that the journey expects, such as an answer 503 in an outage. */
  expectedMessages: RegExp | null;
}

/**
 * A test on a server that the worker's files share. Every page is watched: an error in the console or a request
 * to another origin fails the journey.
 */
export const test = base.extend<Journey, JourneyOptions>({
  weather: [fastWeather, { scope: 'worker', option: true }],
  server: [
    async ({ weather }, use) => {
      const server = await openServer(weather);
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  expectedMessages: [null, { option: true }],
  context: async ({ context, server, expectedMessages }, use) => {
    const failure: string[] = [];
    context.on('page', (page) => watchPage(page, server.url, expectedMessages, failure));
    await use(context);
    expect(failure, 'what the browser complained about').toEqual([]);
  },
});

/** Declares journeys on a phone's screen. They share the server with the file's other journeys. */
export function onPhone(declare: () => void): void {
  test.describe('on a phone', () => {
    test.use({
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
      deviceScaleFactor: 2,
    });
    declare();
  });
}

/** Declares journeys twice: on a wide screen and on a phone's. */
export function onBothScreens(declare: () => void): void {
  declare();
  onPhone(declare);
}

/** Fills in the sign-in page. */
export async function enterAccount(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Cookies of the accounts that have signed in, by server. */
const sessions = new WeakMap<ServerUnderTest, Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>>();

/**
 * Opens a path, signs in on the way and waits for the app. It uses the session of an earlier journey with the
 * account again, and fills in the form if there is none or if it has expired.
 */
export async function signIn(
  page: Page,
  server: ServerUnderTest,
  account: Account,
  path = '/',
): Promise<void> {
  const cookies = sessions.get(server) ?? new Map();
  sessions.set(server, cookies);
  await page.context().addCookies(cookies.get(account.email) ?? []);
  await page.goto(server.url + path);
  const menu = page.getByRole('button', { name: /User menu of/ });
  const password = page.getByLabel('Password');
  await expect(menu.or(password)).toBeVisible();
  if (await password.isVisible()) await enterAccount(page, account);
  await expect(menu).toBeVisible();
  cookies.set(account.email, await page.context().cookies(`${server.url}/identity`));
}

/** A card of the dashboard by its title. */
export function card(page: Page, title: 'Lightning Status' | 'Current Conditions'): Locator {
  return page.getByRole('region', { name: title });
}

/** The access token that the page sends: it is in no storage, so it is read from a call. */
export async function tokenOf(page: Page): Promise<string> {
  const request = await page.waitForRequest(
    (one) => one.headers().authorization?.startsWith('Bearer ') === true,
  );
  return request.headers().authorization!.slice('Bearer '.length);
}

export interface OwnLocation {
  readonly id: string;
  readonly label: string;
}

/** Deletes the demonstration's policies, which lock radii and timers and send warnings. */
export async function withoutPolicies(server: ServerUnderTest): Promise<void> {
  for (const { id } of await server.api<{ id: string }[]>('GET', 'policy'))
    await server.api('DELETE', `policy/${id}`);
}

/** Waits until the API returns this lightning status of a place. */
export async function untilApiSays(
  server: ServerUnderTest,
  locationId: string,
  kind: 'clear' | 'delay' | 'unobserved',
  timeoutMs = 45_000,
): Promise<void> {
  await expect
    .poll(async () => (await server.lightningOf(locationId)).kind, {
      message: `the API says ${kind}`,
      timeout: timeoutMs,
      intervals: [100],
    })
    .toBe(kind);
}
