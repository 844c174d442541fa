import { type HttpClient, openLiveHttpClient } from '../http-client/index.ts';
import { openStandIn } from '../stand-in-server.ts';

/** For tests: a response of a service. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | 'silence' | 'cut';
}

export interface FailingService {
  /** The real HTTP client, connected to this service for any host. */
  readonly http: HttpClient;
  /** The requested paths. */
  readonly asked: string[];
  answer(with_: (path: string) => Answer): void;
  close(): Promise<void>;
}

/** For tests: a server on this machine in place of a service, with good or bad responses. */
export async function openFailingService(): Promise<FailingService> {
  let answer: (path: string) => Answer = () => ({ status: 404, body: '' });
  const asked: string[] = [];
  const service = await openStandIn((request, response) => {
    asked.push(request.url!);
    const { status = 200, headers = {}, body } = answer(request.url!);
    if (body === 'silence') return;
    if (body === 'cut') {
      response.setHeader('content-length', 1000).write('{"type":');
      setTimeout(() => request.socket.destroy(), 10);
    } else response.writeHead(status, headers).end(body);
  });
  const live = openLiveHttpClient({ userAgent: 'Allclear test (ops@example.org)' });
  return {
    http: {
      get: (request) => {
        const { pathname, search } = new URL(request.url);
        return live.get({ ...request, url: `${service.url}${pathname}${search}`, timeoutMs: 1_000 });
      },
      close: () => live.close(),
    },
    asked,
    answer: (with_) => {
      answer = with_;
    },
    async close() {
      await live.close();
      await service.close();
    },
  };
}

/** For tests: the failures of any service, and the expected errors of its adapter. */
export const badAnswers: readonly (readonly [name: string, answer: Answer, expected: object])[] = [
  ['a page', { body: '<html>busy</html>' }, { kind: 'malformed' }],
  ['nothing', { body: '' }, { kind: 'malformed' }],
  ['no content', { status: 204, body: '' }, { kind: 'malformed' }],
  ['null', { body: 'null' }, { kind: 'malformed' }],
  ['a connection that breaks', { body: 'cut' }, { name: 'AdapterError' }],
  ['404', { status: 404, body: '{}' }, { kind: 'upstream', status: 404, retryable: false }],
  ['403', { status: 403, body: 'Access Denied' }, { kind: 'auth' }],
  [
    '429',
    { status: 429, headers: { 'retry-after': '90' }, body: '' },
    { kind: 'upstream', status: 429, retryAfterMs: 90_000 },
  ],
  ['503', { status: 503, body: '<html>busy</html>' }, { kind: 'upstream', status: 503, retryable: true }],
  ['silence', { body: 'silence' }, { kind: 'timeout', retryable: true }],
  ['50 MB', { body: Buffer.alloc(50_000_000, ' ') }, { kind: 'malformed' }],
];
