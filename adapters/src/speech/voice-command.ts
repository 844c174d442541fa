import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import type { SpeechOutcome, Voice } from './port.ts';
import { MAX_WAV_BYTES, speechFailed, speechFromWav, spokenText, textFailed } from './speech-from-wav.ts';

export interface VoiceCommandOptions {
  /** The program and its arguments, as `readCommandLine` gives them; the text comes on its standard input. */
  readonly command: readonly [string, ...string[]];
  /**
   * All that the program sees of the environment. It is never that of the product, which has secrets in it.
   */
  readonly environment?: Readonly<Record<string, string>>;
  /** Real ms, 20,000 unless set. */
  readonly timeoutMs?: number;
}

const defaultEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' };

/**
 * Splits a command line at blanks, without a shell: no variables, no pipes, no patterns. Single or double quotes keep
 * blanks together. Null when it is empty or a quote is not closed.
 */
export function readCommandLine(line: string): [string, ...string[]] | null {
  const words: string[] = [];
  const part = /\s+|"([^"]*)"|'([^']*)'|([^\s"']+)/y;
  let isNewWord = true;
  while (part.lastIndex < line.length) {
    const match = part.exec(line);
    if (!match) return null;
    const text = match[1] ?? match[2] ?? match[3];
    if (text === undefined) isNewWord = true;
    else if (isNewWord) {
      words.push(text);
      isNewWord = false;
    } else words.push((words.pop() ?? '') + text);
  }
  const [program, ...rest] = words;
  return program ? [program, ...rest] : null;
}

/**
 * Speaks by an installed program that reads the text on its standard input and writes a WAV file to its standard output,
 * such as `espeak-ng --stdin --stdout`. It is started without a shell and killed when it takes too long, writes too much
 * or the caller aborts.
 */
export function createVoiceCommand(options: VoiceCommandOptions): Voice {
  const { command, environment = defaultEnvironment, timeoutMs = 20_000 } = options;
  const [program, ...rest] = command;
  const name = basename(program);
  return {
    name,
    async speak(text, signal) {
      const line = spokenText(text);
      if (line === null) return textFailed();
      if (signal.aborted) return speechFailed('aborted', `${name} was not started.`);
      const run = await runProgram({ program, rest, environment, timeoutMs, input: `${line}\n`, signal });
      return run.kind === 'output' ? speechFromWav(name, run.bytes) : failureOf(name, run);
    },
  };
}

type ProgramRun =
  | { readonly kind: 'output'; readonly bytes: Uint8Array }
  | { readonly kind: 'not-started' }
  | { readonly kind: 'exit'; readonly code: number | null }
  | { readonly kind: 'timeout' | 'aborted' | 'too-much' };

function failureOf(name: string, run: Exclude<ProgramRun, { kind: 'output' }>): SpeechOutcome {
  switch (run.kind) {
    case 'not-started':
      return speechFailed('unavailable', `${name} cannot be started.`);
    case 'exit':
      return speechFailed('unavailable', `${name} ended with code ${run.code ?? 'none'}.`);
    case 'timeout':
      return speechFailed('timeout', `${name} did not finish in time.`);
    case 'aborted':
      return speechFailed('aborted', `${name} was stopped.`);
    case 'too-much':
      return speechFailed('too-long', `${name} wrote more than ${MAX_WAV_BYTES} bytes.`);
  }
}

function runProgram(call: {
  program: string;
  rest: readonly string[];
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  input: string;
  signal: AbortSignal;
}): Promise<ProgramRun> {
  return new Promise((resolve) => {
    const child = spawn(call.program, [...call.rest], {
      env: { ...call.environment },
      // What it says of errors may contain the text; nobody reads it.
      stdio: ['pipe', 'pipe', 'ignore'],
      shell: false,
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (run: ProgramRun) => {
      clearTimeout(timer);
      call.signal.removeEventListener('abort', abort);
      resolve(run);
    };
    /** Does not wait for its end: a program of its own that it started may hold the pipe open. */
    const kill = (kind: 'timeout' | 'aborted' | 'too-much') => {
      child.kill('SIGKILL');
      child.stdout.destroy();
      settle({ kind });
    };
    const abort = () => kill('aborted');
    const timer = setTimeout(() => kill('timeout'), call.timeoutMs);
    call.signal.addEventListener('abort', abort, { once: true });
    child.once('error', () => settle({ kind: 'not-started' }));
    child.once('close', (code) =>
      settle(code === 0 ? { kind: 'output', bytes: Buffer.concat(chunks) } : { kind: 'exit', code }),
    );
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > MAX_WAV_BYTES) kill('too-much');
      else chunks.push(chunk);
    });
    // A program that ends without reading closes the pipe; its code says whether that was well.
    child.stdin.on('error', () => {});
    child.stdin.end(call.input);
  });
}
