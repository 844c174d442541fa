import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArchive } from './archive.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'archive-'));
});
afterAll(() => rm(directory, { recursive: true }));

const good = {
  name: 'test',
  start: '2026-10-10T08:00:00Z',
  end: '2026-10-10T09:00:00Z',
  responses: [] as unknown[],
};
const response = { at: '2026-10-10T08:00:00Z', url: 'https://service.example/list', status: 200, body: 'x' };

async function read(content: unknown) {
  await writeFile(
    path.join(directory, 'archive.json'),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  return readArchive(directory);
}

test('a whole archive, its answers sorted by time', async () => {
  await writeFile(path.join(directory, 'a.bin'), 'a');
  const archive = await read({
    ...good,
    note: 'n',
    places: [{ label: 'Pier', latitude: 27.77, longitude: -82.62 }],
    outages: [
      {
        host: 'service.example',
        from: '2026-10-10T08:10:00Z',
        to: '2026-10-10T08:20:00Z',
        status: 503,
        body: 'busy',
      },
    ],
    responses: [
      { ...response, at: '2026-10-10T10:30:00+02:00', body: undefined, file: 'a.bin' },
      { ...response, query: { prefix: 'p', max: 3 } },
    ],
  });
  expect(archive).toMatchObject({
    name: 'test',
    start: Date.UTC(2026, 9, 10, 8),
    end: Date.UTC(2026, 9, 10, 9),
    places: [{ label: 'Pier' }],
  });
  expect(archive.outages[0]).toMatchObject({ status: 503, from: Date.UTC(2026, 9, 10, 8, 10) });
  expect(archive.responses.map(({ at }) => at)).toEqual([
    Date.UTC(2026, 9, 10, 8),
    Date.UTC(2026, 9, 10, 8, 30),
  ]);
  expect(archive.responses[0]!.query).toEqual({ prefix: 'p', max: '3' });
});

describe('one clear sentence for what is wrong', () => {
  test.each([
    ['not JSON', '{"name": ', 'archive.json is not JSON'],
    ['a list', [], 'archive.json is not an object'],
    ['no start', { ...good, start: undefined }, 'start is not a time such as'],
    ['a time without a zone', { ...good, end: '2026-10-10T09:00:00' }, 'end is not a time such as'],
    ['end before start', { ...good, end: '2026-10-10T07:00:00Z' }, 'end lies before start'],
    ['no responses', { ...good, responses: undefined }, 'responses is not a list'],
    ['a bad time', { ...good, responses: [{ ...response, at: 'soon' }] }, 'responses[0].at is not a time'],
    [
      'a bad URL',
      { ...good, responses: [response, { ...response, url: 'nowhere' }] },
      'responses[1].url is not a URL',
    ],
    [
      'a bad status',
      { ...good, responses: [{ ...response, status: 'ok' }] },
      'responses[0].status is not an HTTP status',
    ],
    [
      'a missing file',
      { ...good, responses: [{ ...response, body: undefined, file: 'gone.nc' }] },
      'the file gone.nc that archive.json names is missing',
    ],
    [
      'a file outside',
      { ...good, responses: [{ ...response, body: undefined, file: '../x' }] },
      'responses[0].file lies outside the archive',
    ],
    [
      'a bad place',
      { ...good, places: [{ label: 'x', latitude: 95, longitude: 0 }] },
      'places[0].latitude is not a number of degrees',
    ],
    [
      'a bad outage',
      { ...good, outages: [{ host: 'h', from: good.end, to: good.start }] },
      'outages[0] ends before it starts',
    ],
  ])('%s', async (_name, content, problem) => {
    const error = await read(content).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain(problem);
    expect((error as Error).message).toContain(directory);
    expect((error as Error).message).not.toContain('\n');
  });
  test('no archive at all', async () => {
    await expect(readArchive(path.join(directory, 'none'))).rejects.toThrow(
      /cannot be used: there is no archive.json\.$/,
    );
  });
});
