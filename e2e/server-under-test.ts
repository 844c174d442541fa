import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyMigratedFolder } from '@allclear/server/test/databases/migrated-folder.ts';
import { freePort, runServer, type ServerProcess } from '@allclear/server/test/run-server.ts';
import { type WeatherStory, writeWeatherArchive } from './weather-archive.ts';

export interface Account {
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

/** The lightning status of a place from the API. */
export type ApiLightning =
  | {
      kind: 'clear' | 'delay';
      observedThrough: string;
      paused: boolean;
      zones: {
        state: string;
        reason: string | null;
        remainingSeconds: number;
        countdownSeconds: number;
        range: string;
        lastStrike: { distanceMiles: number; compass: string } | null;
      }[];
    }
  | { kind: 'unobserved' };

/** A running Allclear: the real server with its own PostgreSQL and weather in its own folder. */
export interface ServerUnderTest {
  readonly url: string;
  /** The data folder, for the commands that run beside a server. */
  readonly data: string;
  account(role: 'Super Admin' | 'Admin' | 'Assistant Admin' | 'Customer'): Account;
  /**
   * Calls the API, as the super admin unless another token is given. Returns `data`; throws on anything but a
   * success.
   */
  api<T>(method: string, route: string, body?: object, token?: string): Promise<T>;
  lightningOf(locationId: string): Promise<ApiLightning>;
  /** Kills the server without notice, like a power failure. */
  kill(): Promise<void>;
  /** Starts it again on the same data and address. */
  startAgain(): Promise<void>;
  /**
   * Starts it again when its simulated weather is this old, a week too; `simulated` must be set, and time never goes
   * back.
   */
  skipTo(ageMinutes: number): Promise<void>;
  close(): Promise<void>;
}

/** `story` null means simulated weather. `speed` is seconds of weather per second. */
export interface ServerWeather {
  readonly speed: number;
  readonly story: WeatherStory | null;
  /**
   * When simulated weather begins, and its age when the clock starts: the same values give the same weather.
   */
  readonly simulated?: { readonly beginsAt: string; readonly ageMinutes: number };
  /** Further settings of the server. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a server in a new folder and waits until it is ready. */
export async function openServer({
  speed,
  story,
  simulated,
  env = {},
}: ServerWeather): Promise<ServerUnderTest> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-journey-'));
  // When started as root, PostgreSQL runs as another user, which needs access to the folder.
  await chmod(folder, 0o711);
  const archive = path.join(folder, 'archive');
  if (story) await writeWeatherArchive(archive, story);
  await copyMigratedFolder(process.env.ALLCLEAR_MIGRATED_FOLDER!, path.join(folder, 'data'));
  const port = await freePort();
  let ageMinutes = simulated?.ageMinutes ?? 0;
  const start = () =>
    runServer({
      data: path.join(folder, 'data'),
      port,
      args: [
        '--speed',
        String(speed),
        '--weather',
        story ? `replay:${archive}` : 'simulated',
        '--seed',
        'demo',
      ],
      env: {
        ALLCLEAR_GLM_SATELLITES: '19',
        LOG_LEVEL: 'warn',
        // What sounds shows on every page, and holds places for longer: journeys of hardware add their own.
        ALLCLEAR_DEMONSTRATION_DEVICES: 'false',
        ...(simulated ? beginning({ ...simulated, ageMinutes }) : {}),
        ...env,
      },
    });
  let server: ServerProcess = await start();
  let starting: Promise<unknown> = Promise.resolve();
  const { apiKey, accounts } = await server.demonstration();

  const call = (method: string, route: string, body: object | undefined, token: string) =>
    fetch(`${server.url}/api/${route}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        returnlocation: '',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  const startAgain = async () => {
    starting = start().then((started) => {
      server = started;
    });
    await starting;
  };

  return {
    url: server.url,
    data: path.join(folder, 'data'),
    account: (role) => accounts.find((account) => account.role === role)!,
    async api<T>(method: string, route: string, body?: object, token = apiKey) {
      const answer = await call(method, route, body, token);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text}`);
      return (JSON.parse(text) as { data: T }).data;
    },
    async lightningOf(locationId) {
      const answer = await call('GET', `location/Delay/${locationId}`, undefined, apiKey);
      const body = (await answer.json()) as {
        data?: Extract<ApiLightning, { zones: unknown }>;
        responseException?: { code: string };
      };
      if (body.responseException?.code === 'lightning-unobserved') return { kind: 'unobserved' };
      if (!body.data) throw new Error(`location/Delay: ${answer.status} ${body.responseException?.code}`);
      return {
        ...body.data,
        kind: body.data.zones.every(({ state }) => state === 'clear') ? 'clear' : 'delay',
      };
    },
    kill: () => server.kill(),
    startAgain,
    async skipTo(age) {
      await server.stop();
      ageMinutes = age;
      await startAgain();
    },
    async close() {
      // A journey may fail while its server is starting.
      await starting.catch(() => undefined);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The server takes an age of a day at most. A database keeps when its weather began, so the rest may move there. */
function beginning({ beginsAt, ageMinutes }: NonNullable<ServerWeather['simulated']>): NodeJS.ProcessEnv {
  const days = Math.floor(ageMinutes / 1_440);
  return {
    ALLCLEAR_SIMULATED_BEGIN: new Date(Date.parse(beginsAt) + days * 86_400_000)
      .toISOString()
      .replace('.000Z', 'Z'),
    ALLCLEAR_SIMULATED_MINUTES: String(ageMinutes - days * 1_440),
  };
}
