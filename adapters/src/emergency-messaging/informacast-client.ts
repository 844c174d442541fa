import type { HttpClient, Sender } from '../http-client/index.ts';
import { failure, failureOfError, readItems, readObject, serviceName } from './informacast-answers.ts';
import { createWithToken, type Post } from './informacast-tokens.ts';
import type { MessagingAnswer, MessagingCredential, MessagingItem } from './port.ts';

const pageSize = 100;
/** More entries of a list are not read. */
const maxPages = 50;

export interface InformacastOptions {
  readonly http: HttpClient & Sender;
  /** Without `/api`. From the configuration of the installation. */
  readonly url?: string;
  /** Of one request, ms. */
  readonly timeoutMs?: number;
}

type Json = Readonly<Record<string, unknown>>;

/** What every question to InformaCast is asked by. */
export type InformacastClient = ReturnType<typeof createInformacastClient>;

export function createInformacastClient(base: string, http: HttpClient & Sender, timeoutMs: number) {
  const post: Post = (path, body, headers, signal) =>
    http.send({
      ...{ source: serviceName, url: `${base}${path}`, body, headers, signal, timeoutMs },
      givenBy: 'installation',
    });
  const withToken = createWithToken(post);

  function get(path: string, credential: MessagingCredential, signal: AbortSignal) {
    return withToken<MessagingAnswer<Json>>(
      credential,
      signal,
      async (token) => {
        try {
          const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
          const target = { source: serviceName, url: `${base}${path}`, headers, signal, timeoutMs };
          return readObject((await http.get(target)).bytes);
        } catch (error) {
          return failureOfError(error);
        }
      },
      (answer) => answer.kind === 'failed' && answer.because === 'credential',
    );
  }

  async function page(path: string, offset: number, credential: MessagingCredential, signal: AbortSignal) {
    const answer = await get(`${path}?limit=${pageSize}&offset=${offset}`, credential, signal);
    if (answer.kind === 'failed') return answer;
    const { data, total } = answer.value;
    if (!Array.isArray(data))
      return failure('malformed', `${serviceName} sent an answer that cannot be read.`);
    const entries: readonly unknown[] = data;
    const value = { entries, total: typeof total === 'number' ? total : entries.length };
    return { kind: 'answer', value } as const;
  }

  async function list(path: string, credential: MessagingCredential, signal: AbortSignal) {
    const items: MessagingItem[] = [];
    for (let offset = 0, pages = 0; pages < maxPages; pages++) {
      const answer = await page(path, offset, credential, signal);
      if (answer.kind === 'failed') return answer;
      const { entries, total } = answer.value;
      items.push(...readItems(entries));
      offset += entries.length;
      if (entries.length === 0 || offset >= total) break;
    }
    const value = items.toSorted((a, b) => a.name.localeCompare(b.name));
    return { kind: 'answer', value } as const;
  }

  /** The first page of a list, and the last one where there are more: whichever end the newest are at. */
  async function bothEnds(path: string, credential: MessagingCredential, signal: AbortSignal) {
    const first = await page(path, 0, credential, signal);
    if (first.kind === 'failed') return first;
    const { entries, total } = first.value;
    if (total <= entries.length) return { kind: 'answer', value: entries } as const;
    const offset = Math.max(entries.length, total - pageSize);
    const last = await page(path, offset, credential, signal);
    if (last.kind === 'failed') return last;
    return { kind: 'answer', value: [...entries, ...last.value.entries] } as const;
  }

  return { post, withToken, get, page, list, bothEnds };
}
