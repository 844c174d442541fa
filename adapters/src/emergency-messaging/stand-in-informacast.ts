import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proofOf, simulatorPath } from '../simulator-proof.ts';
import type { MessagingItem } from './port.ts';

/**
 * What the simulator does wrong with a request. `lost`: it acts and cuts the connection; `late`: it acts and answers
 * after `lateMs`; `half`: it acts and sends half of the answer; `html`: a page with status 200, without acting.
 */
export type InformacastFault =
  | 'unauthorized'
  | 'forbidden'
  | 'busy'
  | 'error'
  | 'html'
  | 'lost'
  | 'late'
  | 'half'
  | 'silent';

export interface SimulatedLaunch {
  /** Of the notification. */
  readonly id: string;
  readonly scenarioId: string;
  readonly fields: readonly { readonly fieldId: string; readonly answer: string }[];
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

export interface InformacastSimulatorOptions {
  /** 0 or none: a free one. */
  readonly port?: number;
  readonly token?: string;
  readonly client?: { readonly clientId: string; readonly clientSecret: string };
  readonly scenarios?: readonly MessagingItem[];
  readonly sites?: readonly MessagingItem[];
  /** How late a `late` answer is, real ms. */
  readonly lateMs?: number;
  /** Called at each launch. */
  readonly onLaunch?: (launch: SimulatedLaunch) => void;
}

export interface InformacastSimulator {
  /** 'http://127.0.0.1:…'. */
  readonly url: string;
  readonly token: string;
  readonly launches: readonly SimulatedLaunch[];
  /** Method and path of each request. */
  readonly requests: readonly string[];
  /** The next request to a path that begins so (without `/api`) goes wrong; several in their order. */
  fail(path: string, ...faults: readonly InformacastFault[]): void;
  /** Forgets launches, requests and faults. */
  clear(): void;
  /** From now on only this token is accepted; tokens of the client end. */
  setToken(token: string): void;
  /** Whether it answers the challenge of simulators; false stands for a real system. */
  admitsSimulator: boolean;
  close(): Promise<void>;
}

/** A fault-free one has these. */
export const simulatedScenarios: readonly MessagingItem[] = [
  { id: 'scenario-lightning', name: 'Lightning – Seek Shelter' },
  { id: 'scenario-all-clear', name: 'Weather All Clear' },
];
export const simulatedSites: readonly MessagingItem[] = [
  { id: 'site-main', name: 'Main Campus' },
  { id: 'site-north', name: 'North Campus' },
];
/** Each scenario asks for a site and a message. */
export const simulatedFields = [
  { id: 'field-site', name: 'Site' },
  { id: 'field-message', name: 'Message' },
] as const;

const maxBodyBytes = 64 * 1024;

interface State {
  readonly options: InformacastSimulatorOptions;
  token: string;
  /** Tokens that the client was given. */
  given: Set<string>;
  readonly launches: SimulatedLaunch[];
  readonly requests: string[];
  readonly faults: { path: string; fault: InformacastFault }[];
  admitsSimulator: boolean;
}

/** Speaks the part of InformaCast Fusion that Allclear uses, on a socket of this machine. Launches are kept in memory. */
export async function openInformacastSimulator(
  options: InformacastSimulatorOptions = {},
): Promise<InformacastSimulator> {
  const state: State = {
    ...{ options, token: options.token ?? 'simulated-token', given: new Set<string>(), launches: [] },
    ...{ requests: [], faults: [], admitsSimulator: true },
  };
  const server = createServer((request, response) => {
    void answer(state, request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The simulator has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get token() {
      return state.token;
    },
    launches: state.launches,
    requests: state.requests,
    fail(path, ...faults) {
      for (const fault of faults) state.faults.push({ path, fault });
    },
    clear() {
      for (const list of [state.launches, state.requests, state.faults]) list.splice(0);
    },
    setToken(token) {
      state.token = token;
      state.given = new Set();
    },
    get admitsSimulator() {
      return state.admitsSimulator;
    },
    set admitsSimulator(admits) {
      state.admitsSimulator = admits;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const url = new URL(request.url ?? '/', 'http://simulator');
  const path = url.pathname.replace(/^\/api/, '');
  state.requests.push(`${request.method} ${path}`);
  const index = state.faults.findIndex((one) => path.startsWith(one.path));
  const [found] = index < 0 ? [] : state.faults.splice(index, 1);
  const fault = found?.fault ?? null;
  const wrong = fault === null ? null : replyOfFault(fault);
  if (wrong) return send(response, wrong);
  if (fault === 'html') {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html><h1>Sign in to the network</h1></html>');
    return;
  }
  if (fault === 'silent') return;
  const reply = route(state, request, url, path, body);
  if (fault === 'lost') {
    request.socket.destroy();
    return;
  }
  if (fault === 'half') {
    const text = JSON.stringify(reply.body);
    response.writeHead(reply.status, { 'content-length': `${text.length}` });
    response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
    return;
  }
  if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, state.options.lateMs ?? 1_000));
  send(response, reply);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maxBodyBytes) throw new Error('The request is too large.');
  }
  return text;
}

function replyOfFault(fault: InformacastFault): Reply | null {
  switch (fault) {
    case 'unauthorized':
      return { status: 401, body: { message: 'Unauthorized' } };
    case 'forbidden':
      return { status: 403, body: { message: 'Forbidden' } };
    case 'busy':
      return { status: 429, body: { message: 'Too Many Requests' }, headers: { 'retry-after': '1' } };
    case 'error':
      return { status: 503, body: { message: 'Service Unavailable' } };
    default:
      return null;
  }
}

function send(response: ServerResponse, { status, body, headers }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const missing: Reply = { status: 404, body: { message: 'Not Found' } };

function route(state: State, request: IncomingMessage, url: URL, path: string, body: string): Reply {
  if (path === simulatorPath)
    return state.admitsSimulator
      ? { status: 200, body: { proof: proofOf(url.searchParams.get('challenge') ?? '') } }
      : missing;
  if (request.method === 'POST' && path === '/token') return giveToken(state, body);
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || (token !== state.token && !state.given.has(token)))
    return { status: 401, body: { message: 'Unauthorized' } };
  const { scenarios = simulatedScenarios, sites = simulatedSites } = state.options;
  const scenario = /^\/v1\/scenarios\/([^/]+)$/.exec(path)?.[1];
  if (scenario !== undefined) {
    const found = scenarios.find(({ id }) => id === decodeURIComponent(scenario));
    return found ? { status: 200, body: { ...found, fields: simulatedFields } } : missing;
  }
  switch (`${request.method} ${path}`) {
    case 'GET /v1/scenarios':
      return pageOf(scenarios, url);
    case 'GET /v1/sites':
      return pageOf(sites, url);
    case 'GET /v1/notifications':
      return pageOf(state.launches, url);
    case 'POST /v1/scenario-notifications':
      return launch(state, url, body, scenarios);
    default:
      return missing;
  }
}

function giveToken(state: State, body: string): Reply {
  const form = new URLSearchParams(body);
  const { client } = state.options;
  const isOurClient =
    client !== undefined &&
    form.get('grant_type') === 'client_credentials' &&
    form.get('client_id') === client.clientId &&
    form.get('client_secret') === client.clientSecret;
  if (!isOurClient) return { status: 400, body: { error: 'invalid_client' } };
  const token = randomUUID();
  state.given.add(token);
  return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3_600 } };
}

function pageOf(items: readonly object[], url: URL): Reply {
  const limit = Number(url.searchParams.get('limit') ?? 100);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const data = items.slice(offset, offset + limit);
  const partial = offset + data.length < items.length;
  return { status: 200, body: { total: items.length, partial, previous: null, next: null, data } };
}

function launch(state: State, url: URL, body: string, scenarios: readonly MessagingItem[]): Reply {
  const scenarioId = url.searchParams.get('scenarioId') ?? '';
  if (!scenarios.some(({ id }) => id === scenarioId)) return missing;
  const given: unknown = JSON.parse(body);
  const fields = typeof given === 'object' && given !== null && 'fields' in given ? given.fields : [];
  const made: SimulatedLaunch = {
    ...{ id: randomUUID(), scenarioId, createdAt: new Date().toISOString() },
    fields: Array.isArray(fields) ? fields : [],
  };
  state.launches.push(made);
  state.options.onLaunch?.(made);
  return { status: 200, body: { events: [{ notification: { id: made.id } }] } };
}
