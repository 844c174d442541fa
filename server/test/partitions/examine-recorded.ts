import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { type Examination, examineStatement, organizationsOfAll } from './examine-statement.ts';
import type { Origin } from './statement-origin.ts';
import { decodeValues } from './statement-values.ts';

export interface Recorded {
  readonly origin: Origin;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Examined extends Examination {
  readonly origin: Origin;
  readonly text: string;
}

const order = ['none', 'one', 'several', 'key', 'error'] as const;

/** What `record-statements.ts` wrote. */
export async function readRecorded(folder: string): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (const file of (await readdir(folder)).sort())
    for (const line of (await readFile(path.join(folder, file), 'utf8')).split('\n'))
      if (line) recorded.push(JSON.parse(line));
  return recorded;
}

/**
 * Each different statement once, with the worst that its values led to. Statements that differ in the length of a list or
 * in the columns that they set alone are one.
 */
export async function examineRecorded(
  client: pg.ClientBase,
  recorded: readonly Recorded[],
): Promise<Examined[]> {
  const organizations = await organizationsOfAll(client);
  const found = new Map<string, Examined>();
  const done = new Set<string>();
  for (const { origin, text, values } of recorded) {
    if (!/^\s*(select|insert|update|delete|merge|with)\b/i.test(text)) continue;
    const once = JSON.stringify([text, values]);
    if (done.has(once)) continue;
    done.add(once);
    const key = `${origin.file} ${origin.name} ${shapeOf(text)}`;
    const examination = await examineStatement(client, text, decodeValues(values), organizations);
    const before = found.get(key);
    if (before === undefined || order.indexOf(examination.outcome) > order.indexOf(before.outcome))
      found.set(key, { origin, text: shapeOf(text), ...examination });
  }
  return [...found.values()];
}

function shapeOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '$')
    .replace(/\$(, \$)+/g, '$, …')
    .replace(/ in \(\$\)/g, ' in ($, …)')
    .replace(/ set "\w+" = \$(, "\w+" = \$)*/g, ' set …')
    .replace(/(\([^()]*\$[^()]*\))(, \([^()]*\$[^()]*\))+/g, '$1, …')
    .trim();
}
