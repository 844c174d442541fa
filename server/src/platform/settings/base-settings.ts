// Over 300 lines: the settings of the installation, a table and the rules between them.
import { isIP } from 'node:net';
import path from 'node:path';
import { type Scenario, scenarios } from '@allclear/adapters';
import type { ConnectionLimits } from '../http/limits/limit-connections.ts';
import { readTrustedProxies, type TrustedProxies } from '../http/trusted-proxies.ts';
import { readSecretKeys } from '../secrets/secret-key.ts';
import {
  address,
  checkedText,
  choice,
  count,
  defineSettings,
  flag,
  isHttpAddress,
  number,
  type Reporting,
  text,
} from './settings.ts';

/** What concerns the whole process, whatever its subjects. */
export interface BaseSettings {
  readonly host: string;
  readonly port: number;
  /** Folder of all data of the process, absolute. */
  readonly data: string;
  readonly weather: WeatherSetting;
  readonly speed: number;
  readonly seed: 'demo' | 'none';
  /** Whether a new demonstration has simulated devices. */
  readonly hasDemonstrationDevices: boolean;
  /** An external PostgreSQL; null starts the embedded one. */
  readonly databaseUrl: string | null;
  /** Whether the embedded database is backed up before migrations change it. */
  readonly backsUpBeforeUpgrade: boolean;
  readonly services: ReadonlySet<'api' | 'engine'>;
  /** An external identity provider; null uses the embedded one. */
  readonly oidc: { readonly issuer: string; readonly clientId: string } | null;
  /** The issuer of organizations whose people sign in with Google. */
  readonly googleIssuer: string;
  /** The name servers that are asked for proofs of domains; none for those of the machine. */
  readonly dnsServers: readonly string[];
  /** The keys that secrets in the database are encrypted with, the current one first; null: the data folder's. */
  readonly secretKeys: readonly [Buffer, ...Buffer[]] | null;
  /** The organization's mail server; null has none. */
  readonly smtp: { readonly url: string; readonly from: string } | null;
  /** Key of a paying Open-Meteo user; null uses the free service. */
  readonly openMeteoKey: string | null;
  /** Folder for recordings of live responses; null for none. */
  readonly record: string | null;
  /** Where people reach the product, without a slash at the end; `http://localhost:PORT` unless set. */
  readonly url: string;
  /** The badge of an installation that is not the production one; null in production. */
  readonly environment: string | null;
  /** Contact in the user agent of requests to public feeds, which ask for one. */
  readonly contact: string;
  /** The way out to the network, null for a direct one. */
  readonly proxy: { readonly url: string; readonly except: string } | null;
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: TrustedProxies;
  /** Connections that HTTP takes, in all and of one network. */
  readonly connections: ConnectionLimits;
  /** What reads `/metrics` must send; null lets this machine alone read them. */
  readonly metricsToken: string | null;
  /** Reads of the API in a minute, of one person or key. */
  readonly readsPerMinute: number;
  /** Whether addresses that users or services give may lead into the private network. */
  readonly allowPrivateAddresses: boolean;
  readonly logLevel: string;
}

export type WeatherSetting =
  | {
      readonly kind: 'simulated';
      readonly scenario: Scenario;
      /** When the weather of a new database begins, epoch ms; null leaves it to the scenario. */
      readonly beginsAt: number | null;
      /** Age of the simulated weather when its clock begins, minutes: storms come in the first hour. */
      readonly ageMinutes: number;
    }
  | { readonly kind: 'live' }
  | { readonly kind: 'replay'; readonly directory: string };

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;
/** Past this no part of the store has been thought through. */
const LAST_BEGIN = Date.UTC(2100, 0);
const MAX_AGE_MINUTES = 1_440;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const variables = {
  PORT: number(
    {
      flag: 'port',
      fallback: '8080',
      meaning:
        'where it listens: web app at `/`, API at `/api` (reference at `/api/docs`), identity at `/identity`, health at `/healthz` and `/readyz`, metrics at `/metrics`',
    },
    /^\d+$/,
    (port) => port >= 1 && port <= 65_535,
    (value) => `--port must be a number from 1 to 65535, not '${value}'.`,
    8080,
  ),
  ALLCLEAR_DATA: text(
    { flag: 'data', fallback: '`./data`', meaning: 'everything the process keeps' },
    './data',
  ),
  ALLCLEAR_WEATHER: checkedText(
    {
      flag: 'weather',
      fallback: '`simulated`',
      meaning: '`simulated`, `live`, or `replay:DIR`',
    },
    (value) => value === 'simulated' || value === 'live' || /^replay:./.test(value),
    (value) => `--weather must be simulated, live or replay:DIR, not '${value}'.`,
    'simulated',
  ),
  ALLCLEAR_SCENARIO: checkedText(
    {
      flag: 'scenario',
      fallback: '`afternoon-storms`',
      meaning:
        'what simulated weather does: `afternoon-storms`, `heat-wave` and `winter` (which begin in July and January), `smoke`, `quiet`, or `outage` (storms, and feeds that fail in turn); simulated only',
    },
    (value) => scenarios.some((name) => name === value),
    (value) => `--scenario must be one of ${scenarios.join(', ')}, not '${value}'.`,
  ),
  ALLCLEAR_SIMULATED_BEGIN: checkedText(
    {
      fallback: "the scenario's own time",
      meaning:
        'when the weather of a new database begins, such as `2026-06-06T20:00:00Z`: the same instant gives the same weather; simulated only',
    },
    (value) => ISO_INSTANT.test(value) && Date.parse(value) > 0 && Date.parse(value) < LAST_BEGIN,
    (value) => `ALLCLEAR_SIMULATED_BEGIN must be an instant such as 2026-06-06T20:00:00Z, not '${value}'.`,
  ),
  ALLCLEAR_SIMULATED_MINUTES: number(
    {
      fallback: '0',
      meaning:
        'how many minutes old the weather of a new database is when its clock begins: with 40 storms are about at once; simulated only',
    },
    /\S/,
    (minutes) => minutes >= 0 && minutes <= MAX_AGE_MINUTES,
    (value) => `ALLCLEAR_SIMULATED_MINUTES must be a number from 0 to ${MAX_AGE_MINUTES}, not '${value}'.`,
    0,
  ),
  ALLCLEAR_SPEED: number(
    { flag: 'speed', fallback: '1', meaning: 'seconds of weather per second; simulated and replay only' },
    /\S/,
    (speed) => speed > 0 && speed <= 3_600,
    (value) => `--speed must be a number above 0 and at most 3600, not '${value}'.`,
    1,
  ),
  ALLCLEAR_SEED: checkedText(
    {
      flag: 'seed',
      fallback: '`demo`; `none` for live',
      meaning: '`demo` fills an empty database with a demonstration organization; simulated and replay only',
    },
    (value) => value === 'demo' || value === 'none',
    (value) => `--seed must be demo or none, not '${value}'.`,
  ),
  ALLCLEAR_DEMONSTRATION_DEVICES: choice(
    {
      fallback: '`true`',
      meaning: 'whether a new demonstration has simulated sirens, loudspeakers and relays: `true` or `false`',
    },
    ['true', 'false'],
    (value) => `ALLCLEAR_DEMONSTRATION_DEVICES must be true or false, not '${value}'.`,
    'true',
  ),
  ALLCLEAR_BACKUP_BEFORE_UPGRADE: choice(
    {
      fallback: '`true`',
      meaning:
        'whether the embedded database is backed up, into the data folder, before a new version changes it: `true` or `false`',
    },
    ['true', 'false'],
    (value) => `ALLCLEAR_BACKUP_BEFORE_UPGRADE must be true or false, not '${value}'.`,
    'true',
  ),
  ALLCLEAR_URL: address('ALLCLEAR_URL', {
    fallback: '`http://localhost:PORT`',
    meaning: 'where people reach it; needed behind a reverse proxy',
  }),
  ALLCLEAR_ENVIRONMENT: checkedText(
    {
      fallback: '`production`',
      meaning:
        'what the installation is for, such as `Staging` or `Training`: a badge in the top bar says so; `production` shows none. At most 16 characters',
    },
    (value) => /^[\p{L}\p{N} ._-]{1,16}$/u.test(value.trim()),
    (value) =>
      `ALLCLEAR_ENVIRONMENT must be 1 to 16 letters, digits, blanks, dots or dashes, not '${value}'.`,
  ),
  ALLCLEAR_HOST: text({ fallback: '`0.0.0.0`', meaning: 'the address it listens on' }, '0.0.0.0'),
  ALLCLEAR_TRUST_PROXY: checkedText(
    {
      fallback: '`false`',
      meaning:
        'the [proxies in front](#people-reach-it-over-the-network), whose X-Forwarded-For is trusted: how many stand one behind the other (`1`; `true` is the same), or their addresses and networks (`10.0.0.0/8,fd00::/8`)',
    },
    (value) => readTrustedProxies(value) !== null,
    (value) =>
      `ALLCLEAR_TRUST_PROXY must be a number of proxies up to 10, or addresses and networks such as 10.0.0.0/8, not '${value}'.`,
  ),
  ALLCLEAR_METRICS_TOKEN: text({
    fallback: '–',
    meaning:
      'what reads `/metrics` must send (`Authorization: Bearer …`); without it only this machine itself may read them, not through a proxy',
  }),
  ALLCLEAR_MAX_CONNECTIONS: count('ALLCLEAR_MAX_CONNECTIONS', {
    fallback: '10000',
    meaning: 'most HTTP connections at once, in all; an open page holds up to six',
  }),
  ALLCLEAR_CONNECTIONS_PER_ADDRESS: count('ALLCLEAR_CONNECTIONS_PER_ADDRESS', {
    fallback: '1000',
    meaning:
      'most HTTP connections at once from one IPv4 address or IPv6 /64; a trusted proxy may hold any number',
  }),
  ALLCLEAR_READS_PER_MINUTE: count('ALLCLEAR_READS_PER_MINUTE', {
    fallback: '6000',
    meaning:
      'most reads of the API in a minute, of one person or API key (of one address where nobody signs in); a page makes about one a second, and some hundred tiles when its map moves',
  }),
  DATABASE_URL: checkedText(
    {
      fallback: 'embedded',
      meaning:
        'an external PostgreSQL 15 or later, at one address; with a standby that of [the proxy](#several-processes) which leads to the primary',
    },
    (value) => /^postgres(ql)?:\/\//.test(value) && !hasSeveralHosts(value),
    (value) =>
      hasSeveralHosts(value)
        ? 'DATABASE_URL must name one host. Where a standby can become the primary, name the proxy that leads to the primary.'
        : 'DATABASE_URL must begin with postgres:// or postgresql://.',
  ),
  ALLCLEAR_SERVICES: text(
    {
      fallback: '`api,engine`',
      meaning: 'which services this process runs; `engine` alone serves health and metrics only',
    },
    'api,engine',
  ),
  OIDC_ISSUER: text({
    fallback: 'embedded',
    meaning: 'an external identity provider, with `OIDC_CLIENT_ID`; people are matched by verified email',
  }),
  OIDC_CLIENT_ID: text({ fallback: '–', meaning: "the product's client at `OIDC_ISSUER`" }),
  ALLCLEAR_GOOGLE_ISSUER: address('ALLCLEAR_GOOGLE_ISSUER', {
    fallback: '`https://accounts.google.com`',
    meaning:
      'where people of organizations with Google as their single sign-on sign in; another one for tests',
  }),
  ALLCLEAR_DNS_SERVERS: checkedText(
    {
      fallback: 'those of the machine',
      meaning:
        'the name servers that are asked whether an organization has proven an email domain, such as `192.0.2.53` or `192.0.2.53:5353`, separated by commas',
    },
    (value) => dnsServersOf(value).every((server) => isDnsServer(server)),
    (value) => `ALLCLEAR_DNS_SERVERS must be IP addresses, with a port if need be, not '${value}'.`,
  ),
  ALLCLEAR_SECRET_KEY: checkedText(
    {
      fallback: 'the file `secret-key` in `ALLCLEAR_DATA`, made at the first start',
      meaning:
        '[the key](#the-secret-key) that secrets in the database are encrypted with: 32 bytes in base64 or hexadecimal; needed where several processes share a database. After a comma follow older keys, which only decrypt',
    },
    (value) => readSecretKeys(value) !== null,
    () => 'ALLCLEAR_SECRET_KEY must be 32 bytes in base64 or hexadecimal (several separated by commas).',
  ),
  SMTP_URL: checkedText(
    {
      fallback: '–',
      meaning:
        'the mail server: `smtp://user:password@mail.example.org:587` (STARTTLS where it is offered, `?requireTLS=true` insists) or `smtps://…`. With `--seed demo` and no mail server, mail goes to the built-in page Mailbox and nowhere else',
    },
    (value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value),
    () => 'SMTP_URL must be like smtp://user:password@mail.example.org:587 or smtps://…',
  ),
  ALLCLEAR_MAIL_FROM: checkedText(
    { fallback: '–', meaning: 'the sender: `Allclear <alerts@example.org>`; goes with `SMTP_URL`' },
    (value) => /^[^\p{Cc}<>]*<?[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+>?$/u.test(value),
    (value) => `ALLCLEAR_MAIL_FROM must be like 'Allclear <alerts@example.org>', not '${value}'.`,
  ),
  ALLCLEAR_OPEN_METEO_KEY: text({
    fallback: '–',
    meaning: 'a paid key of Open-Meteo: its host for paying users is asked instead of the free one',
  }),
  HTTPS_PROXY: address('HTTPS_PROXY', {
    fallback: '–',
    meaning: "the organization's proxy for outgoing requests",
  }),
  NO_PROXY: text({ fallback: '–', meaning: 'hosts that are reached without `HTTPS_PROXY`' }),
  ALLCLEAR_RECORD: text({
    fallback: '–',
    meaning: 'folder to record live answers in, as a replay archive',
  }),
  ALLCLEAR_CONTACT: text(
    { fallback: '–', meaning: "contact in the user agent; NOAA's services ask for one" },
    'self-hosted installation',
  ),
  ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: flag('ALLCLEAR_ALLOW_PRIVATE_ADDRESSES', {
    fallback: '`false`',
    meaning: '`true` lets webhooks, push services and single sign-on be inside the private network',
  }),
  LOG_LEVEL: choice(
    { fallback: '`info`', meaning: 'level of the JSON log on standard output' },
    logLevels,
    (value) => `LOG_LEVEL must be a level of pino, not '${value}'.`,
    'info',
  ),
};

/** As libpq writes them: `host1:5432,host2:5432`. The driver of this program would take them for one name. */
const hasSeveralHosts = (url: string) =>
  (/^[^/]*\/\/(?:[^/?]*@)?([^/?]*)/.exec(url)?.[1] ?? '').includes(',');

const dnsServersOf = (value: string) =>
  value
    .split(',')
    .map((server) => server.trim())
    .filter((server) => server !== '');

function isDnsServer(text: string): boolean {
  if (isIP(text)) return true;
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+)):\d{1,5}$/.exec(text) ?? [];
  return isIP(bracketed ?? '') === 6 || isIP(plain ?? '') === 4;
}

/** `resolve` makes a path absolute from the folder of the person who started the program. */
export const baseSettings = (resolve: (folder: string) => string) =>
  defineSettings(variables, (values, { problem }: Reporting): BaseSettings => {
    const weather = weatherOf(values, resolve, problem);
    const speed = values.ALLCLEAR_SPEED;
    if (weather.kind === 'live' && speed !== 1) {
      problem('--speed works with simulated and replayed weather only: live weather comes at its own pace.');
    }
    const issuer = values.OIDC_ISSUER;
    const clientId = values.OIDC_CLIENT_ID;
    if ((issuer === '') !== (clientId === '')) {
      problem('OIDC_ISSUER and OIDC_CLIENT_ID go together: set both or neither.');
    }
    if (issuer !== '' && !isHttpAddress(issuer)) {
      problem(`OIDC_ISSUER must be an http or https address, not '${issuer}'.`);
    }
    const { SMTP_URL: smtpUrl, ALLCLEAR_MAIL_FROM: mailFrom } = values;
    if ((smtpUrl === '') !== (mailFrom === '')) {
      problem('SMTP_URL and ALLCLEAR_MAIL_FROM go together: set both or neither.');
    }
    const record = values.ALLCLEAR_RECORD;
    if (record !== '' && weather.kind !== 'live') {
      problem('ALLCLEAR_RECORD records live weather: use it with --weather live.');
    }
    const seed = values.ALLCLEAR_SEED;
    if (weather.kind === 'live' && seed === 'demo') {
      problem(
        '--seed demo works with simulated and replayed weather only: real warnings are for an organization of your own. Make it on the page /setup.',
      );
    }
    return {
      host: values.ALLCLEAR_HOST,
      port: values.PORT,
      data: path.resolve(resolve(values.ALLCLEAR_DATA)),
      weather,
      speed,
      hasDemonstrationDevices: values.ALLCLEAR_DEMONSTRATION_DEVICES === 'true',
      seed: seed === 'demo' || seed === 'none' ? seed : weather.kind === 'live' ? 'none' : 'demo',
      databaseUrl: values.DATABASE_URL || null,
      backsUpBeforeUpgrade: values.ALLCLEAR_BACKUP_BEFORE_UPGRADE === 'true',
      services: servicesOf(values.ALLCLEAR_SERVICES, problem),
      oidc: issuer === '' ? null : { issuer, clientId },
      googleIssuer: values.ALLCLEAR_GOOGLE_ISSUER || 'https://accounts.google.com',
      dnsServers: dnsServersOf(values.ALLCLEAR_DNS_SERVERS),
      secretKeys: values.ALLCLEAR_SECRET_KEY === '' ? null : readSecretKeys(values.ALLCLEAR_SECRET_KEY),
      smtp: smtpUrl === '' ? null : { url: smtpUrl, from: mailFrom },
      openMeteoKey: values.ALLCLEAR_OPEN_METEO_KEY || null,
      record: record === '' ? null : resolve(record),
      url: values.ALLCLEAR_URL || `http://localhost:${values.PORT}`,
      environment: environmentOf(values.ALLCLEAR_ENVIRONMENT),
      contact: values.ALLCLEAR_CONTACT,
      proxy: values.HTTPS_PROXY === '' ? null : { url: values.HTTPS_PROXY, except: values.NO_PROXY },
      trustProxy: readTrustedProxies(values.ALLCLEAR_TRUST_PROXY) ?? { kind: 'none' },
      connections: {
        total: values.ALLCLEAR_MAX_CONNECTIONS,
        perNetwork: values.ALLCLEAR_CONNECTIONS_PER_ADDRESS,
      },
      metricsToken: values.ALLCLEAR_METRICS_TOKEN || null,
      readsPerMinute: values.ALLCLEAR_READS_PER_MINUTE,
      allowPrivateAddresses: values.ALLCLEAR_ALLOW_PRIVATE_ADDRESSES,
      logLevel: values.LOG_LEVEL,
    };
  });

function weatherOf(
  values: {
    readonly ALLCLEAR_WEATHER: string;
    readonly ALLCLEAR_SCENARIO: string;
    readonly ALLCLEAR_SIMULATED_BEGIN: string;
    readonly ALLCLEAR_SIMULATED_MINUTES: number;
  },
  resolve: (folder: string) => string,
  problem: (sentence: string) => void,
): WeatherSetting {
  const { ALLCLEAR_WEATHER: source, ALLCLEAR_SCENARIO: scenario } = values;
  const beginsAt =
    values.ALLCLEAR_SIMULATED_BEGIN === '' ? null : Date.parse(values.ALLCLEAR_SIMULATED_BEGIN);
  const ageMinutes = values.ALLCLEAR_SIMULATED_MINUTES;
  if (source === 'simulated') {
    const known = scenarios.find((name) => name === scenario) ?? 'afternoon-storms';
    return { kind: 'simulated', scenario: known, beginsAt, ageMinutes };
  }
  if (scenario !== '') problem('--scenario is of simulated weather only: real weather does what it does.');
  if (beginsAt !== null || ageMinutes !== 0) {
    problem('ALLCLEAR_SIMULATED_BEGIN and ALLCLEAR_SIMULATED_MINUTES are of simulated weather only.');
  }
  return source === 'live'
    ? { kind: 'live' }
    : { kind: 'replay', directory: resolve(source.slice('replay:'.length)) };
}

function environmentOf(value: string): string | null {
  const name = value.trim();
  return name === '' || name.toLowerCase() === 'production' ? null : name;
}

function servicesOf(names: string, problem: (sentence: string) => void): ReadonlySet<'api' | 'engine'> {
  const services = new Set<'api' | 'engine'>();
  const given = names.split(',').flatMap((name) => name.trim() || []);
  for (const name of given) {
    if (name === 'api' || name === 'engine') services.add(name);
    else problem(`ALLCLEAR_SERVICES knows api and engine, not '${name}'.`);
  }
  if (given.length === 0) problem('ALLCLEAR_SERVICES must name api, engine or both.');
  return services;
}

/** Whether mail goes anywhere: to a mail server, or to the mailbox of the demonstration. */
export function hasMail({ smtp, seed }: Pick<BaseSettings, 'smtp' | 'seed'>): boolean {
  return smtp !== null || seed === 'demo';
}
