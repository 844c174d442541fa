import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

export interface ArchivePlace {
  readonly label: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

/** A period, epoch ms, in which a host answers with an error; `status` null: it cannot be reached. */
export interface ArchiveOutage {
  readonly host: string;
  readonly from: number;
  readonly to: number;
  readonly status: number | null;
  readonly body: string;
}

export interface ArchiveResponse {
  /** The instant from which it is returned, epoch ms. */
  readonly at: number;
  readonly url: URL;
  /** Required query parameters of the request; others are ignored. */
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
  readonly contentType: string | null;
  /** The body itself, or the absolute path of the file that holds it. */
  readonly body: { readonly text: string } | { readonly file: string };
}

/** A recorded archive, checked. Times epoch ms; responses sorted by `at`. */
export interface Archive {
  readonly directory: string;
  readonly name: string;
  readonly note: string;
  readonly start: number;
  readonly end: number;
  readonly places: readonly ArchivePlace[];
  readonly outages: readonly ArchiveOutage[];
  readonly responses: readonly ArchiveResponse[];
}

/**
 * Reads and checks the archive in `directory`. Throws an Error of one sentence with the archive and the
 * problem.
 */
export async function readArchive(directory: string): Promise<Archive> {
  const file = path.join(directory, 'archive.json');
  const fail = (problem: string): never => {
    throw new Error(`The replay archive ${directory} cannot be used: ${problem}.`);
  };
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    fail(
      error instanceof SyntaxError
        ? 'archive.json is not JSON'
        : code === 'ENOENT'
          ? 'there is no archive.json'
          : `archive.json: ${code}`,
    );
  }
  const read = reader(fail);
  const root = read.object(json, 'archive.json');
  const start = read.time(root.start, 'start');
  const end = read.time(root.end, 'end');
  if (end < start) fail('end lies before start');
  const responses = read
    .list(root.responses, 'responses')
    .map((entry, index) => readResponse(read, fail, directory, entry, `responses[${index}]`));
  const archive: Archive = {
    directory,
    name: typeof root.name === 'string' && root.name ? root.name : path.basename(path.resolve(directory)),
    note: typeof root.note === 'string' ? root.note : '',
    start,
    end,
    places: read
      .list(root.places ?? [], 'places')
      .map((entry, index) => readPlace(read, entry, `places[${index}]`)),
    outages: read
      .list(root.outages ?? [], 'outages')
      .map((entry, index) => readOutage(read, fail, entry, `outages[${index}]`)),
    responses: responses.sort((a, b) => a.at - b.at),
  };
  const files = new Set(archive.responses.flatMap(({ body }) => ('file' in body ? [body.file] : [])));
  await Promise.all(
    [...files].map(async (name) => {
      const found = await stat(name).catch(() => null);
      if (!found?.isFile())
        fail(`the file ${path.relative(directory, name)} that archive.json names is missing`);
    }),
  );
  return archive;
}

type Fail = (problem: string) => never;
type Reader = ReturnType<typeof reader>;

function reader(fail: Fail) {
  const object = (value: unknown, where: string): Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : fail(`${where} is not an object`);
  return {
    object,
    list: (value: unknown, where: string): unknown[] =>
      Array.isArray(value) ? value : fail(`${where} is not a list`),
    text: (value: unknown, where: string): string =>
      typeof value === 'string' && value ? value : fail(`${where} is not a text`),
    /** ISO 8601 with its zone: a time without one would mean something else on every machine. */
    time: (value: unknown, where: string): number => {
      const at =
        typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(value)
          ? Date.parse(value)
          : Number.NaN;
      return Number.isNaN(at) ? fail(`${where} is not a time such as 2026-10-10T08:44:00Z`) : at;
    },
    degrees: (value: unknown, limit: number, where: string): number =>
      typeof value === 'number' && Math.abs(value) <= limit
        ? value
        : fail(`${where} is not a number of degrees`),
    status: (value: unknown, where: string): number =>
      Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 599
        ? (value as number)
        : fail(`${where} is not an HTTP status`),
  };
}

function readPlace(read: Reader, value: unknown, where: string): ArchivePlace {
  const entry = read.object(value, where);
  return {
    label: read.text(entry.label, `${where}.label`),
    latitude: read.degrees(entry.latitude, 90, `${where}.latitude`),
    longitude: read.degrees(entry.longitude, 180, `${where}.longitude`),
  };
}

function readOutage(read: Reader, fail: Fail, value: unknown, where: string): ArchiveOutage {
  const entry = read.object(value, where);
  const from = read.time(entry.from, `${where}.from`);
  const to = read.time(entry.to, `${where}.to`);
  if (to < from) fail(`${where} ends before it starts`);
  const status =
    entry.status === undefined || entry.status === null ? null : read.status(entry.status, `${where}.status`);
  return {
    host: read.text(entry.host, `${where}.host`),
    from,
    to,
    status,
    body: typeof entry.body === 'string' ? entry.body : '',
  };
}

function readResponse(
  read: Reader,
  fail: Fail,
  directory: string,
  value: unknown,
  where: string,
): ArchiveResponse {
  const entry = read.object(value, where);
  const url = URL.parse(read.text(entry.url, `${where}.url`)) ?? fail(`${where}.url is not a URL`);
  const query = Object.entries(entry.query === undefined ? {} : read.object(entry.query, `${where}.query`));
  let body: ArchiveResponse['body'] = { text: '' };
  if (typeof entry.body === 'string') body = { text: entry.body };
  else if (entry.file !== undefined) {
    const file = path.resolve(directory, read.text(entry.file, `${where}.file`));
    if (!file.startsWith(path.resolve(directory) + path.sep)) fail(`${where}.file lies outside the archive`);
    body = { file };
  }
  return {
    at: read.time(entry.at, `${where}.at`),
    url,
    // A URL may contain its query itself; both forms are equal.
    query: {
      ...Object.fromEntries(url.searchParams),
      ...Object.fromEntries(query.map(([key, text]) => [key, String(text)])),
    },
    status: read.status(entry.status ?? 200, `${where}.status`),
    contentType: typeof entry.contentType === 'string' ? entry.contentType : null,
    body,
  };
}
