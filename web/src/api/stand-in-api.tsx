// A small HTTP server that stands in for the API in component tests: they use the real client, the real cache
// and the wire format.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { type Services, ServicesProvider } from '../services.ts';
import { createApiClient } from './client.ts';
import { createConnection } from './connection.ts';
import { RenewingQueryClient } from './query-client/renewing-query-client.ts';

interface ReceivedRequest {
  method: string;
  path: string;
  body: unknown;
}
/** An answer's data, a refusal in the API's format, or a file. */
export type Answer =
  | { data: unknown }
  | { file: string; type: string }
  | {
      status: number;
      responseException: { code: string; message: string; errors?: Record<string, string[]> };
    };

export interface StandInApi {
  /** The received requests, in order. */
  readonly requests: ReceivedRequest[];
  /**
   * `answers` by 'METHOD path' without '/api/'; a function receives the body and the query, and may answer later.
   * Anything else is answered with 404.
   */
  answers: Record<string, Answer | ((body: unknown, query: URLSearchParams) => Answer | Promise<Answer>)>;
  /** For tests whose subject needs more than answers, such as a WebSocket. */
  readonly server: Server;
  wrap(children: ReactNode): ReactNode;
  close(): Promise<void>;
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
};
const missing: Answer = {
  status: 404,
  responseException: { code: 'not-found', message: 'This no longer exists.' },
};

export async function openStandInApi(
  answers: StandInApi['answers'] = {},
  display: Services['display'] = null,
): Promise<StandInApi> {
  const requests: ReceivedRequest[] = [];
  const api: Pick<StandInApi, 'answers'> = { answers };
  const server = createServer(async (request, response) => {
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const path = decodeURIComponent(pathname.replace(/^\/api\//, ''));
    const body = await bodyOf(request);
    requests.push({ method: request.method ?? '', path, body });
    const found = api.answers[`${request.method} ${path}`] ?? missing;
    const answer = typeof found === 'function' ? await found(body, searchParams) : found;
    if ('file' in answer)
      return response.writeHead(200, { ...cors, 'content-type': answer.type }).end(answer.file);
    response.writeHead('status' in answer ? answer.status : 200, {
      ...cors,
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = createConnection();
  const client = createApiClient({
    origin,
    token: async () => 'a-token',
    onUnauthorized: () => undefined,
    connection,
  });
  const services: Services = { api: client, connection, session: {} as Services['session'], display };
  const cache = new RenewingQueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  return Object.assign(api, {
    requests,
    server,
    wrap: (children: ReactNode) => (
      <ServicesProvider value={services}>
        <QueryClientProvider client={cache}>
          <MantineProvider>
            <Notifications />
            <MemoryRouter>{children}</MemoryRouter>
          </MantineProvider>
        </QueryClientProvider>
      </ServicesProvider>
    ),
    async close() {
      cache.clear();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const piece of request) text += piece;
  return text === '' ? undefined : JSON.parse(text);
}
