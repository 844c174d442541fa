import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { Latencies } from './latencies.ts';

/** Real ms, after which a request is given up. */
const requestMs = 30_000;

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** From the root, as in '/api/status'. */
  readonly path: string;
  /** Under what it is counted: the path with the names of its parameters. */
  readonly route: string;
  readonly key?: string;
  readonly body?: object;
  readonly headers?: OutgoingHttpHeaders;
}

export interface Answer {
  /** 0 when there was none. */
  readonly status: number;
  readonly text: string;
}

/** Requests on kept connections, each counted by its route. Nothing throws: what failed is counted. */
export class HttpCalls {
  readonly #port: number;
  readonly #latencies: Latencies;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 600 });

  constructor(port: number, latencies: Latencies) {
    this.#port = port;
    this.#latencies = latencies;
  }

  async call({ method = 'GET', path, route, key, body, headers = {} }: Call): Promise<Answer> {
    const began = performance.now();
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const answer = await this.#send(
      {
        ...{ method, path },
        headers: {
          ...headers,
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      sent,
    );
    this.#latencies.note(`${method} ${route}`, answer.status, performance.now() - began);
    return answer;
  }

  #send(
    options: { method: string; path: string; headers: OutgoingHttpHeaders },
    body: string | undefined,
  ): Promise<Answer> {
    return new Promise((resolve) => {
      const failed = () => resolve({ status: 0, text: '' });
      const asked = request(
        { ...options, host: '127.0.0.1', port: this.#port, agent: this.#agent, timeout: requestMs },
        (response: IncomingMessage) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', failed);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          );
        },
      );
      asked.on('timeout', () => asked.destroy());
      asked.on('error', failed);
      asked.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
