/** The flags of the commands for operators: backup, restore, doctor and trace. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BadConfig, type CommandInput, invokedFrom } from './config.ts';

export interface DatabasePlace {
  /** The data folder, absolute. */
  readonly data: string;
  /** An external PostgreSQL; null for the embedded one of the data folder. */
  readonly databaseUrl: string | null;
}

export interface BackupConfig extends DatabasePlace {
  readonly to: string;
  readonly withKey: boolean;
}

const backupUsage = 'npm run backup -- --data ./data --to FILE [--with-key]';
const traceUsage = 'npm run trace -- --data ./data ID';
const restoreUsage = 'npm run restore -- --from FILE --data NEW_FOLDER';

/** Throws BadConfig with every problem at once, as all of these do. */
export function readBackupConfig(input: CommandInput): BackupConfig {
  const values = read(input, { data: text, to: text, 'with-key': { type: 'boolean' } }, backupUsage);
  if (!values.to) throw wrong('--to needs the file that the backup is written to.', backupUsage);
  return {
    ...placeOf(input, values.data),
    to: absolute(input, values.to),
    withKey: values['with-key'] === true,
  };
}

export function readRestoreConfig(input: CommandInput): { from: string; data: string } {
  const values = read(input, { data: text, from: text }, restoreUsage);
  if (!values.from) throw wrong('--from needs the file of a backup.', restoreUsage);
  if (!values.data) throw wrong('--data needs a new folder.', restoreUsage);
  return { from: absolute(input, values.from), data: absolute(input, values.data) };
}

export function readTraceConfig(input: CommandInput): DatabasePlace & { id: string } {
  const { positionals, values } = readWithWords(input, { data: text }, traceUsage);
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0 || !/^[\w.:-]{1,200}$/.test(id))
    throw wrong(
      'It needs one id: of a warning, a notice, a delivery, a lightning batch or a command.',
      traceUsage,
    );
  return { ...placeOf(input, values.data), id };
}

const text = { type: 'string' } as const;

type Options = Readonly<Record<string, { type: 'string' } | { type: 'boolean' }>>;
type Values<Given extends Options> = {
  [Name in keyof Given]?: Given[Name]['type'] extends 'string' ? string : boolean;
};

function read<const Given extends Options>(
  input: CommandInput,
  options: Given,
  usage: string,
): Values<Given> {
  const { values, positionals } = readWithWords(input, options, usage);
  if (positionals[0] !== undefined) throw wrong(`Unexpected argument '${positionals[0]}'.`, usage);
  return values;
}

function readWithWords<const Given extends Options>(
  { args }: CommandInput,
  options: Given,
  usage: string,
): { values: Values<Given>; positionals: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as Values<Given>, positionals };
  } catch (error) {
    throw wrong((error as Error).message, usage);
  }
}

function placeOf(input: CommandInput, data: string | undefined): DatabasePlace {
  return {
    data: absolute(input, data ?? input.env.ALLCLEAR_DATA ?? './data'),
    databaseUrl: input.env.DATABASE_URL ? input.env.DATABASE_URL : null,
  };
}

const absolute = ({ env }: CommandInput, given: string) => path.resolve(invokedFrom(env), given);

const wrong = (problem: string, usage: string) => new BadConfig([problem, `Usage: ${usage}`]);
