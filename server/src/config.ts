// Over 300 lines: every setting of the server and its programs is read in this one file, and nowhere else.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BaseMapSetting, type Scenario, scenarios } from '@allclear/adapters';
import { readBaseMapSettings } from './map/base-maps/settings.ts';
import { type DeliverySettings, readDeliverySettings } from './notifications/delivery/settings.ts';

/** Everything that can be set, from flags and environment. This file alone reads `process.env`. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Folder of everything the process keeps, absolute. */
  readonly data: string;
  readonly weather:
    | {
        readonly kind: 'simulated';
        readonly scenario: Scenario;
        /** When the weather of a new database begins, epoch ms; null leaves it to the scenario. */
        readonly beginsAt: number | null;
        /** How old it is when its clock begins, minutes: storms come in the first hour. */
        readonly ageMinutes: number;
      }
    | { readonly kind: 'live' }
    | { readonly kind: 'replay'; readonly directory: string };
  readonly speed: number;
  readonly seed: 'demo' | 'none';
  /** An external PostgreSQL; null starts the embedded one. */
  readonly databaseUrl: string | null;
  readonly services: ReadonlySet<'api' | 'engine'>;
  /** An external identity provider; null uses the embedded one. */
  readonly oidc: { readonly issuer: string; readonly clientId: string } | null;
  readonly glmSatellites: readonly number[];
  /** Stations of the weather service to read beside METAR, by their identifiers. */
  readonly nwsStations: readonly string[];
  /** Lightning of Vaisala Xweather around the locations; null without a key. */
  readonly xweather: { readonly clientId: string; readonly clientSecret: string } | null;
  /** Whom live forecasts come from. */
  readonly forecastSource: 'nws' | 'open-meteo';
  /** Whom live air quality comes from; null leaves it to the stations of organisations. */
  readonly airQualitySource:
    | { readonly kind: 'airnow'; readonly key: string }
    | { readonly kind: 'open-meteo' }
    | null;
  /** Where weather stations report over MQTT; null for nowhere. */
  readonly mqttPort: number | null;
  /** A customer's key of Open-Meteo; null asks its free service. */
  readonly openMeteoKey: string | null;
  /** Folder to record live answers in, null for none. */
  readonly record: string | null;
  /** Where people reach the product, without a slash at the end; `http://localhost:PORT` unless set. */
  readonly url: string;
  /**
   * A Photon or Nominatim address search, or that of the Census Bureau; null uses the place names that come
   * with the product.
   */
  readonly geocoder:
    | { readonly kind: 'photon' | 'nominatim'; readonly url: string }
    | { readonly kind: 'census'; readonly url: string | null }
    | null;
  /** Contact in the user agent of requests to public feeds, which ask for one. */
  readonly contact: string;
  /** The way out to the network, null for a direct one. */
  readonly proxy: { readonly url: string; readonly except: string } | null;
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: boolean;
  /**
   * Where the list of radar maps beyond the United States is (RainViewer, or a server that speaks the same);
   * null for none.
   */
  readonly rainViewerUrl: string | null;
  /** Most that pictures of the radar may take in memory, bytes. */
  readonly radarCacheBytes: number;
  /** Most that pictures which radar sources sent may take below the data folder, bytes; 0 keeps none. */
  readonly radarDiskBytes: number;
  /** Base maps beside the product's own; their addresses may hold keys. */
  readonly baseMaps: readonly BaseMapSetting[];
  /** How people are told. */
  readonly delivery: DeliverySettings;
  readonly logLevel: string;
}

/** What is wrong with the settings: one sentence each. */
export class BadConfig extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const flags = {
  port: { type: 'string' },
  data: { type: 'string' },
  weather: { type: 'string' },
  scenario: { type: 'string' },
  speed: { type: 'string' },
  seed: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const usage = `Allclear

  npm start -- [flags]

  --port 8080          where to listen (PORT)
  --data ./data        folder of everything the process keeps (ALLCLEAR_DATA)
  --weather simulated  simulated, live, or replay:DIR (ALLCLEAR_WEATHER)
  --scenario afternoon-storms
                       what the simulated weather does: ${scenarios.join(', ')} (ALLCLEAR_SCENARIO)
  --speed 1            seconds of weather per second, simulated and replay only (ALLCLEAR_SPEED)
  --seed demo          demo fills an empty database with a demonstration organisation, none does not (ALLCLEAR_SEED)

Further settings by environment: docs/operations.md`;

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;
/** Past this no part of the store has been thought through. */
const LAST_BEGIN = Date.UTC(2100, 0);
const MAX_AGE_MINUTES = 1_440;

/**
 * Reads flags and environment. Throws BadConfig with every problem at once; returns null when help was asked
 * for.
 */
export function readConfig(
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): Config | null {
  const problems: string[] = [];
  const known = new Set(Object.keys(flags).map((name) => `--${name}`));
  let values: Partial<Record<keyof typeof flags, string | boolean>> = {};
  try {
    const parsed = parseArgs({
      args: [...args],
      options: flags,
      strict: false,
      allowPositionals: true,
      tokens: true,
    });
    values = parsed.values as typeof values;
    for (const token of parsed.tokens) {
      if (token.kind === 'option' && !known.has(`--${token.name}`))
        problems.push(`Unknown flag ${token.rawName}. Flags are ${[...known].join(', ')}.`);
      if (
        token.kind === 'option' &&
        known.has(`--${token.name}`) &&
        token.name !== 'help' &&
        token.value === undefined
      ) {
        problems.push(`${token.rawName} needs a value.`);
      }
      // What follows an unknown flag is most likely its value, and said already.
      if (token.kind === 'positional' && problems.length === 0)
        problems.push(`Unexpected argument '${token.value}'.`);
    }
  } catch (error) {
    problems.push((error as Error).message);
  }
  if (values.help === true) return null;

  const setting = (flag: keyof typeof flags | null, variable: string | null, fallback: string): string => {
    const given = flag === null ? undefined : values[flag];
    if (typeof given === 'string') return given;
    const fromEnvironment = variable === null ? undefined : env[variable];
    return fromEnvironment === undefined || fromEnvironment === '' ? fallback : fromEnvironment;
  };

  const portText = setting('port', 'PORT', '8080');
  const port = Number(portText);
  if (!/^\d+$/.test(portText) || port < 1 || port > 65_535)
    problems.push(`--port must be a number from 1 to 65535, not '${portText}'.`);

  const weatherText = setting('weather', 'ALLCLEAR_WEATHER', 'simulated');
  const scenarioText = setting('scenario', 'ALLCLEAR_SCENARIO', '');
  const scenario = scenarios.find((name) => name === scenarioText) ?? 'afternoon-storms';
  if (scenarioText !== '' && scenarioText !== scenario)
    problems.push(`--scenario must be one of ${scenarios.join(', ')}, not '${scenarioText}'.`);
  const beginText = setting(null, 'ALLCLEAR_SIMULATED_BEGIN', '');
  const beginsAt = beginText === '' ? null : Date.parse(beginText);
  if (beginsAt !== null && !(ISO_INSTANT.test(beginText) && beginsAt > 0 && beginsAt < LAST_BEGIN)) {
    problems.push(
      `ALLCLEAR_SIMULATED_BEGIN must be an instant such as 2026-06-06T20:00:00Z, not '${beginText}'.`,
    );
  }
  const ageText = setting(null, 'ALLCLEAR_SIMULATED_MINUTES', '0');
  const ageMinutes = Number(ageText);
  if (!(ageMinutes >= 0 && ageMinutes <= MAX_AGE_MINUTES)) {
    problems.push(
      `ALLCLEAR_SIMULATED_MINUTES must be a number from 0 to ${MAX_AGE_MINUTES}, not '${ageText}'.`,
    );
  }
  let weather: Config['weather'] = { kind: 'simulated', scenario, beginsAt, ageMinutes };
  if (weatherText === 'live') weather = { kind: 'live' };
  else if (weatherText.startsWith('replay:') && weatherText.length > 'replay:'.length) {
    weather = {
      kind: 'replay',
      directory: path.resolve(invokedFrom(env), weatherText.slice('replay:'.length)),
    };
  } else if (weatherText !== 'simulated')
    problems.push(`--weather must be simulated, live or replay:DIR, not '${weatherText}'.`);

  if (scenarioText !== '' && weather.kind !== 'simulated')
    problems.push('--scenario is of simulated weather only: real weather does what it does.');
  if ((beginsAt !== null || ageMinutes !== 0) && weather.kind !== 'simulated') {
    problems.push('ALLCLEAR_SIMULATED_BEGIN and ALLCLEAR_SIMULATED_MINUTES are of simulated weather only.');
  }

  const speedText = setting('speed', 'ALLCLEAR_SPEED', '1');
  const speed = Number(speedText);
  if (!(speed > 0 && speed <= 3_600))
    problems.push(`--speed must be a number above 0 and at most 3600, not '${speedText}'.`);
  if (weather.kind === 'live' && speed !== 1)
    problems.push(
      '--speed works with simulated and replayed weather only: live weather comes at its own pace.',
    );

  const seed = setting('seed', 'ALLCLEAR_SEED', weather.kind === 'live' ? 'none' : 'demo');
  if (seed !== 'demo' && seed !== 'none') problems.push(`--seed must be demo or none, not '${seed}'.`);

  const services = new Set(
    setting(null, 'ALLCLEAR_SERVICES', 'api,engine')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  );
  for (const name of services)
    if (name !== 'api' && name !== 'engine')
      problems.push(`ALLCLEAR_SERVICES knows api and engine, not '${name}'.`);
  if (services.size === 0) problems.push('ALLCLEAR_SERVICES must name api, engine or both.');

  const satelliteText = setting(null, 'ALLCLEAR_GLM_SATELLITES', '19,18');
  const glmSatellites = satelliteText.split(',').map((text) => Number(text.trim()));
  if (!glmSatellites.every((satellite) => [16, 17, 18, 19].includes(satellite))) {
    problems.push(
      `ALLCLEAR_GLM_SATELLITES must list GOES satellites that carry a lightning mapper (16, 17, 18, 19), not '${satelliteText}'.`,
    );
  }

  const stationText = setting(null, 'ALLCLEAR_NWS_STATIONS', '');
  const nwsStations = stationText
    .split(',')
    .flatMap((text) => (text.trim() === '' ? [] : [text.trim().toUpperCase()]));
  if (nwsStations.length > 50 || !nwsStations.every((id) => /^[A-Z0-9]{2,12}$/.test(id))) {
    problems.push(
      `ALLCLEAR_NWS_STATIONS must list at most 50 station identifiers such as KALB, not '${stationText}'.`,
    );
  }

  const xweatherId = setting(null, 'ALLCLEAR_XWEATHER_CLIENT_ID', '');
  const xweatherSecret = setting(null, 'ALLCLEAR_XWEATHER_CLIENT_SECRET', '');
  if ((xweatherId === '') !== (xweatherSecret === '')) {
    problems.push(
      'ALLCLEAR_XWEATHER_CLIENT_ID and ALLCLEAR_XWEATHER_CLIENT_SECRET go together: set both or neither.',
    );
  }

  const forecastSource = setting(null, 'ALLCLEAR_FORECAST', 'nws');
  if (forecastSource !== 'nws' && forecastSource !== 'open-meteo') {
    problems.push(`ALLCLEAR_FORECAST must be nws or open-meteo, not '${forecastSource}'.`);
  }
  const airnowKey = setting(null, 'ALLCLEAR_AIRNOW_KEY', '');
  const airQuality = setting(null, 'ALLCLEAR_AIR_QUALITY', airnowKey === '' ? 'none' : 'airnow');
  if (airQuality !== 'airnow' && airQuality !== 'open-meteo' && airQuality !== 'none') {
    problems.push(`ALLCLEAR_AIR_QUALITY must be airnow, open-meteo or none, not '${airQuality}'.`);
  }
  if (airQuality === 'airnow' && airnowKey === '')
    problems.push('ALLCLEAR_AIR_QUALITY=airnow needs a key in ALLCLEAR_AIRNOW_KEY.');

  const mqttText = setting(null, 'ALLCLEAR_MQTT_PORT', '');
  const mqttPort = mqttText === '' ? null : Number(mqttText);
  if (mqttPort !== null && (!/^\d+$/.test(mqttText) || mqttPort < 1 || mqttPort > 65_535)) {
    problems.push(`ALLCLEAR_MQTT_PORT must be a number from 1 to 65535, not '${mqttText}'.`);
  } else if (mqttPort === port) problems.push('ALLCLEAR_MQTT_PORT must not be the port of the web app.');

  const issuer = setting(null, 'OIDC_ISSUER', '');
  const clientId = setting(null, 'OIDC_CLIENT_ID', '');
  if ((issuer === '') !== (clientId === ''))
    problems.push('OIDC_ISSUER and OIDC_CLIENT_ID go together: set both or neither.');

  const urlOf = (name: string, fallback: string): string => {
    const text = setting(null, name, fallback);
    if (text !== '' && !/^https?:\/\/[^/]/.test(text))
      problems.push(`${name} must be an http or https address, not '${text}'.`);
    return text.replace(/\/+$/, '');
  };
  const url = urlOf('ALLCLEAR_URL', `http://localhost:${portText}`);
  const geocoderUrl = urlOf('ALLCLEAR_GEOCODER_URL', '');
  const geocoderKind = setting(null, 'ALLCLEAR_GEOCODER', 'photon');
  if (geocoderKind !== 'photon' && geocoderKind !== 'nominatim' && geocoderKind !== 'census')
    problems.push(`ALLCLEAR_GEOCODER must be photon, nominatim or census, not '${geocoderKind}'.`);
  if (issuer !== '' && !/^https?:\/\/[^/]/.test(issuer))
    problems.push(`OIDC_ISSUER must be an http or https address, not '${issuer}'.`);

  const proxyUrl = urlOf('HTTPS_PROXY', env.https_proxy ?? '');

  const databaseUrl = setting(null, 'DATABASE_URL', '');
  if (databaseUrl !== '' && !/^postgres(ql)?:\/\//.test(databaseUrl))
    problems.push('DATABASE_URL must begin with postgres:// or postgresql://.');

  const record = setting(null, 'ALLCLEAR_RECORD', '');
  if (record !== '' && weather.kind !== 'live')
    problems.push('ALLCLEAR_RECORD records live weather: use it with --weather live.');

  const rainViewer = setting(
    null,
    'ALLCLEAR_RAINVIEWER_URL',
    'https://api.rainviewer.com/public/weather-maps.json',
  );
  if (rainViewer !== 'none' && !/^https?:\/\/[^/]/.test(rainViewer)) {
    problems.push(`ALLCLEAR_RAINVIEWER_URL must be an http or https address, or none, not '${rainViewer}'.`);
  }
  const radarCacheText = setting(null, 'ALLCLEAR_RADAR_CACHE_MB', '128');
  if (!/^\d{1,5}$/.test(radarCacheText) || Number(radarCacheText) < 8) {
    problems.push(`ALLCLEAR_RADAR_CACHE_MB must be a number of megabytes from 8, not '${radarCacheText}'.`);
  }

  const radarDiskText = setting(null, 'ALLCLEAR_RADAR_DISK_MB', '512');
  if (!/^\d{1,7}$/.test(radarDiskText))
    problems.push(
      `ALLCLEAR_RADAR_DISK_MB must be a number of megabytes, or 0 for none, not '${radarDiskText}'.`,
    );

  const contact = setting(null, 'ALLCLEAR_CONTACT', 'self-hosted installation');
  const delivery = readDeliverySettings(
    (name, fallback) => setting(null, name, fallback),
    urlOf,
    { url, contact },
    problems,
  );

  const baseMaps = readBaseMapSettings((name, fallback) => setting(null, name, fallback), problems);

  const logLevel = setting(null, 'LOG_LEVEL', 'info');
  if (!['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(logLevel))
    problems.push(`LOG_LEVEL must be a level of pino, not '${logLevel}'.`);

  if (problems.length > 0) throw new BadConfig(problems);
  return {
    host: setting(null, 'ALLCLEAR_HOST', '0.0.0.0'),
    port,
    data: path.resolve(invokedFrom(env), setting('data', 'ALLCLEAR_DATA', './data')),
    weather,
    speed,
    seed: seed as Config['seed'],
    databaseUrl: databaseUrl === '' ? null : databaseUrl,
    services: services as ReadonlySet<'api' | 'engine'>,
    oidc: issuer === '' ? null : { issuer, clientId },
    glmSatellites,
    nwsStations: [...new Set(nwsStations)],
    xweather: xweatherId === '' ? null : { clientId: xweatherId, clientSecret: xweatherSecret },
    forecastSource: forecastSource as Config['forecastSource'],
    airQualitySource:
      airQuality === 'none'
        ? null
        : airQuality === 'airnow'
          ? { kind: 'airnow', key: airnowKey }
          : { kind: 'open-meteo' },
    mqttPort,
    openMeteoKey: setting(null, 'ALLCLEAR_OPEN_METEO_KEY', '') || null,
    record: record === '' ? null : path.resolve(invokedFrom(env), record),
    url,
    geocoder: geocoderOf(geocoderKind, geocoderUrl),
    contact,
    proxy: proxyUrl === '' ? null : { url: proxyUrl, except: setting(null, 'NO_PROXY', env.no_proxy ?? '') },
    trustProxy: setting(null, 'ALLCLEAR_TRUST_PROXY', 'false') === 'true',
    rainViewerUrl: rainViewer === 'none' ? null : rainViewer,
    radarCacheBytes: Number(radarCacheText) * 1024 * 1024,
    radarDiskBytes: Number(radarDiskText) * 1024 * 1024,
    baseMaps,
    delivery,
    logLevel,
  };
}

/** npm runs scripts in the package's folder; relative paths mean the folder the person is in. */
function invokedFrom(env: NodeJS.ProcessEnv): string {
  return env.INIT_CWD ?? process.cwd();
}

/** Settings of `npm run create-admin`. */
export interface AdminConfig {
  readonly data: string;
  readonly databaseUrl: string | null;
  readonly organization: string;
  readonly email: string;
}

export const adminUsage =
  'npm run create-admin -- --data ./data --organization "Name" --email you@your.example';

/** Throws BadConfig with every problem at once. */
export function readAdminConfig(
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): AdminConfig {
  const options = {
    data: { type: 'string' },
    organization: { type: 'string' },
    email: { type: 'string' },
  } as const;
  let values: { data?: string; organization?: string; email?: string };
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new BadConfig([(error as Error).message, `Usage: ${adminUsage}`]);
  }
  const organization = values.organization?.trim() ?? '';
  const email = values.email?.trim() ?? '';
  const problems: string[] = [];
  if (organization === '' || organization.length > 200)
    problems.push('--organization needs the name of the organisation.');
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(email) || email.length > 320)
    problems.push('--email needs an e-mail address.');
  if (problems.length > 0) throw new BadConfig([...problems, `Usage: ${adminUsage}`]);
  return {
    data: path.resolve(invokedFrom(env), values.data ?? env.ALLCLEAR_DATA ?? './data'),
    databaseUrl: env.DATABASE_URL ? env.DATABASE_URL : null,
    organization,
    email,
  };
}

const backtestUsage =
  'npm run backtest -- --policy FILE --from TIME --to TIME [--locations FILE] [--strikes CSV] [--json] [--data ./data]';

export interface BacktestConfig {
  /** A policy as the API takes it, or a list of them. */
  readonly policyFile: string | null;
  readonly locationsFile: string | null;
  readonly strikesFile: string | null;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly json: boolean;
  readonly data: string;
  readonly databaseUrl: string | null;
}

/** Throws BadConfig with every problem at once. */
export function readBacktestConfig(
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): BacktestConfig {
  const text = { type: 'string' } as const;
  const options = {
    policy: text,
    from: text,
    to: text,
    locations: text,
    strikes: text,
    data: text,
    json: { type: 'boolean' },
  } as const;
  let values: {
    policy?: string;
    from?: string;
    to?: string;
    locations?: string;
    strikes?: string;
    data?: string;
    json?: boolean;
  };
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new BadConfig([(error as Error).message, `Usage: ${backtestUsage}`]);
  }
  const problems: string[] = [];
  const instant = (name: 'from' | 'to'): number => {
    const given = values[name] ?? '';
    // A date or a time without a zone is UTC, as everything in the files is.
    const at = Date.parse(
      /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(given) ? `${given.replace(' ', 'T')}Z` : given,
    );
    if (!Number.isFinite(at)) problems.push(`--${name} needs a time such as 2026-06-01T00:00:00Z.`);
    return at;
  };
  const from = instant('from');
  const to = instant('to');
  if (from >= to) problems.push('--from must be before --to.');
  if (values.policy === undefined && values.locations === undefined)
    problems.push('--policy needs a file (or --locations, for the zones that it gives).');
  const file = (name: string | undefined) =>
    name === undefined ? null : path.resolve(invokedFrom(env), name);
  if (problems.length > 0) throw new BadConfig([...problems, `Usage: ${backtestUsage}`]);
  return {
    policyFile: file(values.policy),
    locationsFile: file(values.locations),
    strikesFile: file(values.strikes),
    from,
    to,
    json: values.json ?? false,
    data: path.resolve(invokedFrom(env), values.data ?? env.ALLCLEAR_DATA ?? './data'),
    databaseUrl: env.DATABASE_URL ? env.DATABASE_URL : null,
  };
}

/** The Census Bureau's service has an address of its own; the others are run by whoever sets them. */
function geocoderOf(kind: string, url: string): Config['geocoder'] {
  if (kind === 'census') return { kind, url: url === '' ? null : url };
  return url === '' ? null : { kind: kind as 'photon' | 'nominatim', url };
}
