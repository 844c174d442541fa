import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BadConfig, readBacktestConfig } from '../../config.ts';
import { runBacktest } from './run-backtest.ts';
import { BadFile } from './strikes-csv.ts';

const program = fileURLToPath(new URL('../../backtest.ts', import.meta.url));
const policy = { policyTypeShortName: 'LR1', threshold: 10, allClearMinutes: 30, reAlertMinutes: 10 };
const site = { id: 'stadium', latitude: 28, longitude: -82, radiiMiles: [10, 20], allClearMinutes: 30 };
/** 4, 15 and 40 miles north of the place. */
const near = '28.058,-82';
const outer = '28.217,-82';
const far = '28.6,-82';
const day = ['--from', '2026-06-01T00:00:00Z', '--to', '2026-06-02T00:00:00Z'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-backtest-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function file(content: string | object): Promise<string> {
  const name = path.join(folder, `${files++}`);
  await writeFile(name, typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}
/** As the program does it, without a process for each case. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  try {
    const lines = await runBacktest(readBacktestConfig(args, {}));
    return { code: 0, out: lines.length > 0 ? `${lines.join('\n')}\n` : '', err: '' };
  } catch (error) {
    if (error instanceof BadConfig) return { code: 1, out: '', err: error.problems.join('\n') };
    if (error instanceof BadFile) return { code: 1, out: '', err: error.message };
    throw error;
  }
}
function runProgram(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}
const given = async (csv: string, parts: { policy?: object; locations?: object } = {}) => [
  ...[
    '--policy',
    await file(parts.policy ?? policy),
    '--locations',
    await file(parts.locations ?? [site]),
    '--strikes',
    await file(csv),
  ],
  ...day,
];

describe('over strikes of a file', () => {
  test('JSON lines say when each zone would have been in delay and clear, the same twice', async () => {
    const csv = `time_utc,lat,lon\n2026-06-01T10:00:00Z,${near}\n2026-06-01T10:20:00.500Z,${outer}\n2026-06-01T12:00:00Z,${far}\n`;
    const args = [...(await given(csv)), '--json'];
    const { out, code } = await run(...args);
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { location: 'stadium', zone: 1, event: 'delay', at: '2026-06-01T10:00:00.000Z' },
      { location: 'stadium', zone: 2, event: 'delay', at: '2026-06-01T10:00:00.000Z' },
      { location: 'stadium', zone: 1, event: 'clear', at: '2026-06-01T10:30:00.000Z' },
      { location: 'stadium', zone: 2, event: 'clear', at: '2026-06-01T10:50:00.500Z' },
    ]);
    expect(await runProgram(...args)).toEqual({ code: 0, out, err: '' });
  });

  test('columns come in any order, with others between, Windows line ends, and unsorted', async () => {
    const csv = `energy,lon,lat,time_utc\r\n1,-82,28.058,2026-06-01 10:10:00\r\n\r\n2,-82,28.058,2026-06-01T10:00:00Z\r\n3,-82,28.6,2026-06-01T11:00:00Z`;
    const { out } = await run(...(await given(csv)), '--json');
    expect(out.match(/"at":"[^"]+"/g)).toEqual(
      ['10:00', '10:00', '10:40', '10:40'].map((time) => `"at":"2026-06-01T${time}:00.000Z"`),
    );
  });

  test('nothing is clear that the file does not reach to', async () => {
    const { out } = await run(
      ...(await given(`time_utc,lat,lon\n2026-06-01T10:00:00Z,${near}\n2026-06-01T10:29:59Z,${far}\n`)),
      '--json',
    );
    expect(out).not.toContain('clear');
    const reached = await run(
      ...(await given(`time_utc,lat,lon\n2026-06-01T10:00:00Z,${near}\n2026-06-01T10:30:00Z,${far}\n`)),
      '--json',
    );
    expect(reached.out.match(/"clear"/g)).toHaveLength(2);
  });

  test('in words it says how long people would have been stopped, and what would have been reminded of', async () => {
    const csv = `time_utc,lat,lon\n2026-06-01T10:00:00Z,${near}\n2026-06-01T10:15:00Z,${near}\n2026-06-01T12:00:00Z,${far}\n`;
    const { out } = await run(...(await given(csv)));
    expect(out).toContain('stadium · LR1 10 mi: 1 warning, people stopped for 45 minutes');
    expect(out).toContain('2026-06-01T10:15:00.000Z  reminder  4');
  });

  test('an empty file of strikes has no events', async () => {
    expect(await run(...(await given('time_utc,lat,lon\n')), '--json')).toEqual({
      code: 0,
      out: '',
      err: '',
    });
  });
});

describe('what cannot be tried is said in a line, with exit 1', () => {
  test('by the program, without a stack', async () => {
    expect(await runProgram('--policy', path.join(folder, 'none'), ...day)).toEqual({
      code: 1,
      out: '',
      err: `${path.join(folder, 'none')} cannot be read: ENOENT.\n`,
    });
  });

  const csv = 'time_utc,lat,lon\n';
  test.each<[string, () => Promise<string[]>, string]>([
    [
      'a threshold beyond the limit',
      () => given(csv, { policy: { ...policy, threshold: 51 } }),
      'Threshold can be at most 50 mi',
    ],
    [
      'a policy without a threshold that is a number',
      () => given(csv, { policy: { ...policy, threshold: 'x' } }),
      'threshold',
    ],
    [
      'a policy of another kind',
      () => given(csv, { policy: { ...policy, policyTypeShortName: 'HEAT', threshold: 100 } }),
      'HEAT',
    ],
    ['locations that are no list', () => given(csv, { locations: site }), 'must be a list'],
    [
      'a radius beyond the limit',
      () => given(csv, { locations: [{ ...site, radiiMiles: [10, 60] }] }),
      'at most 50 miles',
    ],
    ['a latitude beyond the pole', () => given(csv, { locations: [{ ...site, latitude: 91 }] }), 'Latitude'],
    ['another header', () => given('when,where\n'), "not 'when,where'"],
    ['an empty file', () => given(''), 'is empty'],
    [
      'a line that is broken',
      () => given('time_utc,lat,lon\n2026-06-01T10:00:00Z,28,-82\n2026-02-30T10:00:00Z,28,-82\n'),
      'line 3',
    ],
    ['a missing cell', () => given('time_utc,lat,lon\n2026-06-01T10:00:00Z,28\n'), 'line 2'],
    ['no policy and no locations', async () => ['--strikes', 'x', ...day], '--policy needs a file'],
    ['no times', async () => ['--policy', 'x'], '--from needs a time'],
    [
      'an end before its begin',
      async () => ['--policy', 'x', '--from', '2026-06-02', '--to', '2026-06-01'],
      '--from must be before --to',
    ],
    ['a file that is not there', async () => ['--policy', path.join(folder, 'none'), ...day], 'ENOENT'],
    ['an unknown flag', async () => ['--polcy', 'x', ...day], '--polcy'],
  ])('%s', async (_name, args, sentence) => {
    const { code, err } = await run(...(await args()));
    expect(code).toBe(1);
    expect(err).toContain(sentence);
  });
});
