import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ArchivePlace } from './archive.ts';
import { acceptResponse } from './classify-response.ts';
import type { HttpClient, HttpRequest, RawResponse } from './http-client.ts';
import type { LiveHttpClient } from './live-http-client.ts';

interface Entry {
  at: string;
  url: string;
  query?: Record<string, string>;
  status: number;
  contentType?: string;
  file?: string;
  body?: string;
}

interface ArchiveFile {
  name: string;
  note: string;
  start: string;
  end: string;
  places?: readonly ArchivePlace[];
  responses: Entry[];
}

/** Query parameters with secrets: neither recorded nor compared. */
const SECRET = /key|(?<!continuation-)token|secret|passw|signature|appid|auth|client_id/i;

/** Minimum interval between two writes of the index, which grows with the recording. */
const SAVE_EVERY_MS = 500;

/**
 * A live HTTP client that writes every response, errors too, into `directory` as a replay archive. Bodies are
 * files named by their content. `archive.json` is replaced as a whole by renaming, so a crash loses at most
 * the last responses and never the archive. An existing recording in the directory is continued. `now` gives
 * the recorded time, epoch ms. A response that repeats the previous one is not written again. `places` are
 * the places of a demonstration on the archive. Writing never delays or fails a request: its errors go to
 * `onFault`.
 */
export async function openRecordingHttpClient(
  live: LiveHttpClient,
  directory: string,
  now: () => number,
  options: { onFault?: (error: unknown) => void; places?: readonly ArchivePlace[] } = {},
): Promise<HttpClient> {
  const onFault = options.onFault ?? (() => {});
  await mkdir(path.join(directory, 'bodies'), { recursive: true });
  const archive = await openArchiveFile(directory, now());
  if (options.places) archive.places = options.places;
  const indexFile = path.join(directory, 'archive.json');
  const repeats = rememberLastAnswers();
  const saves = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let writing = replaceFile(indexFile, JSON.stringify(archive, null, 1));
  await writing;

  /** One write of the index at a time. */
  function saveIndex(): Promise<void> {
    timer = null;
    writing = writing.then(() => replaceFile(indexFile, JSON.stringify(archive, null, 1))).catch(onFault);
    return writing;
  }

  async function record(at: string, request: HttpRequest, raw: RawResponse): Promise<void> {
    const { url, query } = withoutSecrets(request.url);
    const hash = createHash('sha256').update(raw.bytes).digest('hex').slice(0, 24);
    if (repeats(url, query, `${raw.status} ${hash}`)) return;
    const entry: Entry = { at, url, status: raw.status };
    const contentType = raw.headers['content-type'];
    if (Object.keys(query).length > 0) entry.query = query;
    if (contentType) entry.contentType = contentType;
    if (raw.bytes.byteLength === 0) entry.body = '';
    else {
      entry.file = `bodies/${hash}${extension(contentType)}`;
      const file = path.join(directory, entry.file);
      if (!(await stat(file).catch(() => null))) await replaceFile(file, raw.bytes);
    }
    // The body is on disk, so the index may name it.
    insertSorted(archive.responses, entry);
    if (at > archive.end) archive.end = at;
    timer ??= setTimeout(saveIndex, SAVE_EVERY_MS);
  }

  return {
    get: async (request) => {
      const raw = await live.exchange(request);
      if (raw.status !== 304) {
        const save = record(new Date(now()).toISOString(), request, raw)
          .catch(onFault)
          .finally(() => saves.delete(save));
        saves.add(save);
      }
      return acceptResponse(request, raw);
    },
    close: async () => {
      await live.close();
      await Promise.all(saves);
      if (timer) clearTimeout(timer);
      await saveIndex();
    },
  };
}

/**
 * Whether a response is what a replay would return anyway. The replay would find a response to a wider
 * request (fewer query values) first, so the narrower ones of the same resource are forgotten when it is
 * written.
 */
function rememberLastAnswers(): (url: string, query: Record<string, string>, answer: string) => boolean {
  const resources = new Map<string, Map<string, { query: Record<string, string>; answer: string }>>();
  return (url, query, answer) => {
    const asked = resources.get(url) ?? new Map<string, { query: Record<string, string>; answer: string }>();
    resources.set(url, asked);
    const key = JSON.stringify(Object.entries(query).sort());
    if (asked.get(key)?.answer === answer) return true;
    for (const [other, past] of asked)
      if (Object.entries(query).every(([name, value]) => past.query[name] === value)) asked.delete(other);
    asked.set(key, { query, answer });
    return false;
  };
}

async function openArchiveFile(directory: string, at: number): Promise<ArchiveFile> {
  const text = await readFile(path.join(directory, 'archive.json'), 'utf8').catch(() => null);
  const now = new Date(at).toISOString();
  if (text === null)
    return {
      name: path.basename(path.resolve(directory)),
      note: 'Recorded from live services.',
      start: now,
      end: now,
      responses: [],
    };
  try {
    const archive = JSON.parse(text) as ArchiveFile;
    if (Array.isArray(archive.responses) && typeof archive.end === 'string') return archive;
  } catch {
    // Reported below.
  }
  throw new Error(
    `The recording folder ${directory} holds an archive.json that is not a recording; choose an empty folder.`,
  );
}

function withoutSecrets(address: string): { url: string; query: Record<string, string> } {
  const url = new URL(address);
  const query = Object.fromEntries([...url.searchParams].filter(([name]) => !SECRET.test(name)));
  return { url: `${url.protocol}//${url.host}${url.pathname}`, query };
}

function insertSorted(entries: Entry[], entry: Entry): void {
  const before = entries.findLastIndex(({ at }) => at <= entry.at);
  entries.splice(before + 1, 0, entry);
}

function extension(contentType: string | undefined): string {
  if (contentType?.includes('json')) return '.json';
  if (contentType?.includes('xml')) return '.xml';
  if (contentType?.includes('html')) return '.html';
  return contentType?.includes('netcdf') ? '.nc' : '.bin';
}

let serial = 0;

/**
 * Writes a draft beside the file, flushes it and renames it over the file: readers see the old or the new
 * content, never a part.
 */
async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}-${serial++}.part`;
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
