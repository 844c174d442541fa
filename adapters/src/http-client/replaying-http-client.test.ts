import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Archive, ArchiveResponse } from './archive.ts';
import { indexResponses, openReplayingHttpClient } from './replaying-http-client.ts';

const T = Date.UTC(2026, 9, 10, 8);

function entry(
  at: number,
  url: string,
  query: Record<string, string>,
  text: string,
  status = 200,
): ArchiveResponse {
  return { at, url: new URL(url), query, status, contentType: 'text/plain', body: { text } };
}

function archiveOf(responses: ArchiveResponse[], outages: Archive['outages'] = []): Archive {
  return {
    directory: '.',
    name: 'test',
    note: '',
    start: T,
    end: T + 3_600_000,
    places: [],
    outages,
    responses,
  };
}

async function ask(archive: Archive, at: number, url: string) {
  const answer = await openReplayingHttpClient(archive, () => at).get({ source: 'service', url });
  return Buffer.from(answer.bytes).toString();
}

describe('what a replay answers', () => {
  const archive = archiveOf(
    [
      entry(T, 'https://a.example/list', { prefix: 'p' }, 'first'),
      entry(T + 1000, 'https://a.example/list', { prefix: 'p' }, 'second'),
      entry(T + 2000, 'https://a.example/list', { prefix: 'q' }, 'other'),
      entry(T + 3000, 'https://a.example/broken', {}, 'busy', 503),
    ],
    [
      { host: 'a.example', from: T + 10_000, to: T + 20_000, status: 503, body: 'down' },
      { host: 'a.example', from: T + 30_000, to: T + 40_000, status: null, body: '' },
    ],
  );
  const url = 'https://a.example/list?list-type=2&prefix=p';
  test.each([
    [T, 'first'],
    [T + 999, 'first'],
    [T + 1000, 'second'],
    [T + 9_999, 'second'],
    [T + 20_000, 'second'],
    [T + 9e9, 'second'],
  ])('at %i: %s', async (at, expected) => {
    expect(await ask(archive, at, url)).toBe(expected);
  });
  test.each([
    ['too early', T - 1, url],
    ['another value', T + 5000, 'https://a.example/list?prefix=x'],
    ['a value missing', T + 5000, 'https://a.example/list'],
    ['another path', T + 5000, 'https://a.example/lists?prefix=p'],
    ['another host', T + 5000, 'https://b.example/list?prefix=p'],
    ['unreachable in an outage', T + 30_000, url],
  ])('%s: refused', async (_name, at, asked) => {
    await expect(ask(archive, at, asked)).rejects.toMatchObject({ kind: 'refused', retryable: true });
  });
  test('an outage answers for its host', async () => {
    await expect(ask(archive, T + 10_000, url)).rejects.toMatchObject({ kind: 'upstream', status: 503 });
  });
  test('a recorded failure is a failure', async () => {
    await expect(ask(archive, T + 5000, 'https://a.example/broken')).rejects.toMatchObject({
      kind: 'upstream',
      status: 503,
    });
  });
  test('the size limit and a canceled request hold here too', async () => {
    const http = openReplayingHttpClient(archive, () => T);
    await expect(http.get({ source: 's', url, maxBytes: 2 })).rejects.toMatchObject({ kind: 'malformed' });
    await expect(http.get({ source: 's', url, signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: 'timeout',
    });
  });
});

test('the index finds what a scan of all entries finds', () => {
  const letters = fc.constantFrom('a', 'b');
  const query = fc.dictionary(fc.constantFrom('k', 'l'), letters, { maxKeys: 2, noNullPrototype: true });
  const entries = fc.array(
    fc.record({ at: fc.integer({ min: 0, max: 9 }), host: letters, path: letters, query }),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(
      entries,
      letters,
      letters,
      query,
      fc.integer({ min: -1, max: 10 }),
      (list, host, path, asked, at) => {
        const responses = list.map((one, index) =>
          entry(one.at, `https://${one.host}.example/${one.path}`, one.query, String(index)),
        );
        responses.sort((x, y) => x.at - y.at);
        const url = new URL(`https://${host}.example/${path}?${new URLSearchParams(asked)}`);
        const naive = responses.filter(
          (one) =>
            one.at <= at &&
            one.url.host === url.host &&
            one.url.pathname === url.pathname &&
            Object.entries(one.query).every(([key, value]) => url.searchParams.get(key) === value),
        );
        expect(indexResponses(responses)(url, at)).toBe(naive.at(-1) ?? null);
      },
    ),
  );
});
