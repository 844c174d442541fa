import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../results.json', import.meta.url));
const bytesOfGigabyte = 1024 ** 3;

/** A run of a benchmark, and on what: figures of other machines differ, ratios of one run hardly do. */
export interface SavedResult {
  /** The day of the run. */
  readonly date: string;
  readonly command: string;
  readonly machine: {
    readonly cores: number;
    readonly processor: string;
    readonly memoryGigabytes: number;
    readonly node: string;
  };
  readonly result: unknown;
}

/** Writes a result into `bench/results.json`, in the place of the one before of the same benchmark. */
export async function saveResult(
  name: string,
  result: unknown,
  command = `npm run bench -- ${name}`,
): Promise<void> {
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Record<string, SavedResult>;
  const [first] = cpus();
  const saved: SavedResult = {
    date: new Date().toISOString().slice(0, 10),
    command,
    machine: {
      cores: cpus().length,
      processor: first?.model ?? 'not named',
      memoryGigabytes: Math.round(totalmem() / bytesOfGigabyte),
      node: process.version,
    },
    result,
  };
  const after = Object.entries({ ...before, [name]: saved }).toSorted(([a], [b]) => a.localeCompare(b));
  await writeFile(file, `${JSON.stringify(Object.fromEntries(after), null, 2)}\n`);
}
