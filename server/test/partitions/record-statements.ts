import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import pg from 'pg';
import { originOf } from './statement-origin.ts';
import { encodeValues } from './statement-values.ts';

/** So many sets of values are kept of one statement: they may lead to different partitions. */
const keptSets = 3;

/**
 * Writes every statement that code of the product sends, with where it comes from and the first values of its
 * parameters, into files of the folder. What tests send themselves is left out.
 */
export function recordStatements(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${process.pid}-${threadId}.jsonl`);
  const seen = new Map<string, number>();
  const prototype = pg.Client.prototype as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function recorded(this: unknown, ...given: unknown[]): unknown {
    const [first, second] = given;
    const config =
      typeof first === 'object' && first !== null ? (first as { text?: unknown; values?: unknown }) : {};
    const text = typeof first === 'string' ? first : config.text;
    const values = Array.isArray(second) ? second : config.values;
    if (typeof text === 'string') record(text, Array.isArray(values) ? values : []);
    return query.apply(this, given);
  };

  function record(text: string, values: readonly unknown[]): void {
    const times = seen.get(text) ?? 0;
    if (times >= keptSets) return;
    const origin = originOf(stackHere());
    if (origin === null) return;
    seen.set(text, times + 1);
    appendFileSync(file, `${JSON.stringify({ origin, text, values: encodeValues(values) })}\n`);
  }
}

function stackHere(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 80;
  const { stack } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack ?? '';
}

const folder = process.env.RECORD_STATEMENTS;
const state = globalThis as { isRecordingStatements?: boolean };
// Each test file runs this; the driver is shared by those of a worker.
if (folder && !state.isRecordingStatements) {
  state.isRecordingStatements = true;
  recordStatements(folder);
}
