/** All settings, from flags and environment. Only this file reads `process.env`. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { scenarios } from '@allclear/adapters';
import { type BaseSettings, baseSettings } from './platform/settings/base-settings.ts';
import { type Configurable, readSettings } from './platform/settings/settings.ts';
import type { BacktestOptions } from './warnings/index.ts';

export interface Config {
  readonly base: BaseSettings;
  /** The settings of each subject, by the subject's name. */
  readonly subjects: Readonly<Record<string, unknown>>;
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
type Flags = Partial<Record<string, string | boolean>>;

export const usage = `Allclear

  npm start -- [flags]

  --port 8080          where to listen (PORT)
  --data ./data        folder of everything the process keeps (ALLCLEAR_DATA)
  --weather simulated  simulated, live, or replay:DIR (ALLCLEAR_WEATHER)
  --scenario afternoon-storms
                       what the simulated weather does: ${scenarios.join(', ')} (ALLCLEAR_SCENARIO)
  --speed 1            seconds of weather per second, simulated and replay only (ALLCLEAR_SPEED)
  --seed demo          demo fills an empty database with a demonstration organization, none does not;
                       simulated and replay only (ALLCLEAR_SEED)

Further settings by environment: docs/operations.md`;

/** Reads flags and environment. Throws BadConfig with every problem at once; returns null for `--help`. */
export function readConfig(
  subjects: readonly Configurable[],
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): Config | null {
  const problems: string[] = [];
  const problem = (sentence: string) => void problems.push(sentence);
  const values = readFlags(args, problem);
  if (values.help === true) return null;
  const given = (variable: string, flag?: string): string | undefined => {
    const byFlag = flag === undefined ? undefined : values[flag];
    if (typeof byFlag === 'string') return byFlag;
    // These two are written in either case.
    const lower =
      variable === 'HTTPS_PROXY' || variable === 'NO_PROXY' ? env[variable.toLowerCase()] : undefined;
    return env[variable] || lower || undefined;
  };
  const definition = baseSettings((folder) => path.resolve(invokedFrom(env), folder));
  const base = readSettings(definition, given, { problem });
  const config = {
    base,
    subjects: Object.fromEntries(
      subjects.map(({ name, settings }) => [name, readSettings(settings, given, { base, problem })]),
    ),
  };
  if (problems.length > 0) throw new BadConfig(problems);
  return config;
}

function readFlags(args: readonly string[], problem: (sentence: string) => void): Flags {
  const names = Object.keys(flags).map((name) => `--${name}`);
  try {
    const { values, tokens } = parseArgs({
      args: [...args],
      options: flags,
      strict: false,
      allowPositionals: true,
      tokens: true,
    });
    let wrong = false;
    const refuse = (sentence: string) => {
      wrong = true;
      problem(sentence);
    };
    for (const token of tokens) {
      if (token.kind === 'option') {
        if (!names.includes(`--${token.name}`)) {
          refuse(`Unknown flag ${token.rawName}. Flags are ${names.join(', ')}.`);
        } else if (token.name !== 'help' && token.value === undefined) {
          refuse(`${token.rawName} needs a value.`);
        }
      }
      // The word after an unknown flag is most likely its value; the flag was reported already.
      if (token.kind === 'positional' && !wrong) refuse(`Unexpected argument '${token.value}'.`);
    }
    return values;
  } catch (error) {
    problem((error as Error).message);
    return {};
  }
}

/** What a command was started with, for `command-config.ts`. */
export function commandInput(): CommandInput {
  return { args: process.argv.slice(2), env: process.env };
}

export interface CommandInput {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** npm runs scripts in the package's folder; relative paths mean the folder the person is in. */
export function invokedFrom(env: NodeJS.ProcessEnv): string {
  return env.INIT_CWD ?? process.cwd();
}

/** Settings of `npm run create-admin`. */
export interface AdminConfig {
  readonly data: string;
  readonly databaseUrl: string | null;
  /** Null for an operator, who belongs to none. */
  readonly organization: string | null;
  readonly email: string;
}

export const adminUsage =
  'npm run create-admin -- --data ./data (--organization "Name" | --operator) --email you@your.example';

/** Throws BadConfig with every problem at once. */
export function readAdminConfig(
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): AdminConfig {
  const options = {
    data: { type: 'string' },
    organization: { type: 'string' },
    operator: { type: 'boolean' },
    email: { type: 'string' },
  } as const;
  let values: { data?: string; organization?: string; operator?: boolean; email?: string };
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new BadConfig([(error as Error).message, `Usage: ${adminUsage}`]);
  }
  const organization = values.organization?.trim() ?? '';
  const email = values.email?.trim() ?? '';
  const problems: string[] = [];
  const isOperator = values.operator === true;
  if (isOperator && organization !== '')
    problems.push('An operator belongs to no organization: use --organization or --operator.');
  if (!isOperator && (organization === '' || organization.length > 200))
    problems.push('--organization needs the name of the organization.');
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(email) || email.length > 320)
    problems.push('--email needs an email address.');
  if (problems.length > 0) throw new BadConfig([...problems, `Usage: ${adminUsage}`]);
  return {
    data: path.resolve(invokedFrom(env), values.data ?? env.ALLCLEAR_DATA ?? './data'),
    databaseUrl: env.DATABASE_URL ? env.DATABASE_URL : null,
    organization: isOperator ? null : organization,
    email,
  };
}

/** Settings of `npm run reset-factors`. */
export type ResetConfig = Pick<AdminConfig, 'data' | 'databaseUrl' | 'email'>;

const resetUsage = 'npm run reset-factors -- --data ./data --email you@your.example';

/** Throws BadConfig with every problem at once. */
export function readResetConfig(
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): ResetConfig {
  const options = { data: { type: 'string' }, email: { type: 'string' } } as const;
  let values: { data?: string; email?: string };
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new BadConfig([(error as Error).message, `Usage: ${resetUsage}`]);
  }
  const email = values.email?.trim() ?? '';
  if (email === '') throw new BadConfig(['--email needs an email address.', `Usage: ${resetUsage}`]);
  return {
    data: path.resolve(invokedFrom(env), values.data ?? env.ALLCLEAR_DATA ?? './data'),
    databaseUrl: env.DATABASE_URL ? env.DATABASE_URL : null,
    email,
  };
}

/** Settings of `npm run prove-domain`. */
export interface ProveDomainConfig extends ResetConfig {
  readonly domain: string;
}

const proveUsage = 'npm run prove-domain -- --data ./data --email admin@your.example --domain your.example';

/** Throws BadConfig with every problem at once. */
export function readProveDomainConfig(
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): ProveDomainConfig {
  const options = {
    data: { type: 'string' },
    email: { type: 'string' },
    domain: { type: 'string' },
  } as const;
  let values: { data?: string; email?: string; domain?: string };
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new BadConfig([(error as Error).message, `Usage: ${proveUsage}`]);
  }
  const [email, domain] = [values.email?.trim() ?? '', values.domain?.trim().toLowerCase() ?? ''];
  const problems = [
    ...(email === '' ? ['--email needs the address of somebody in the organization.'] : []),
    ...(/^[a-z0-9.-]+\.[a-z0-9-]+$/.test(domain) ? [] : ['--domain needs a domain such as your.example.']),
  ];
  if (problems.length > 0) throw new BadConfig([...problems, `Usage: ${proveUsage}`]);
  return {
    data: path.resolve(invokedFrom(env), values.data ?? env.ALLCLEAR_DATA ?? './data'),
    databaseUrl: env.DATABASE_URL ? env.DATABASE_URL : null,
    ...{ email, domain },
  };
}

const backtestUsage =
  'npm run backtest -- --policy FILE --from TIME --to TIME [--locations FILE] [--strikes CSV] [--json] [--data ./data]';

/** Throws BadConfig with every problem at once. */
export function readBacktestConfig(
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): BacktestOptions {
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

/** Where the database of `npm run audit:verify` is; `data` is the value of its flag. */
export function readAuditConfig(
  data: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Pick<AdminConfig, 'data' | 'databaseUrl'> {
  const folder = path.resolve(invokedFrom(env), data ?? env.ALLCLEAR_DATA ?? './data');
  return { data: folder, databaseUrl: env.DATABASE_URL ? env.DATABASE_URL : null };
}
