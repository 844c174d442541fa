import { createServer } from 'node:http';

export interface GatewayRequest {
  readonly key: string;
  readonly to: string;
  readonly text: string;
  readonly at: number;
}

/** How the gateway handles a request; undefined accepts it. */
export type Behavior = (
  request: GatewayRequest,
  repeat: number,
) =>
  | {
      status?: number;
      headers?: Record<string, string>;
      afterMs?: number;
      silent?: boolean;
      unheard?: boolean;
    }
  | undefined;

export interface SmsGateway {
  readonly url: string;
  /** Every request that came. */
  readonly requests: GatewayRequest[];
  /** The accepted messages by idempotency key: each is one SMS. */
  readonly taken: Map<string, GatewayRequest>;
  behave: Behavior;
  close(): Promise<void>;
}

/**
 * An SMS gateway as documented: JSON over HTTP; it recognizes a repeat by its Idempotency-Key and sends no
 * message twice. `behave` can make it fail: refuse (`status`), accept a message but answer late (`afterMs`),
 * never answer (`silent`), or lose it (`unheard`).
 */
export async function startSmsGateway(behave: Behavior = () => undefined): Promise<SmsGateway> {
  const requests: GatewayRequest[] = [];
  const taken = new Map<string, GatewayRequest>();
  const asked = new Map<string, number>();
  const server = createServer((incoming, answer) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    incoming.on('error', () => {});
    incoming.on('end', () => {
      const { to, text } = JSON.parse(body) as { to: string; text: string };
      const key = String(incoming.headers['idempotency-key']);
      const request = { key, to, text, at: Date.now() };
      requests.push(request);
      const repeat = asked.get(key) ?? 0;
      asked.set(key, repeat + 1);
      const {
        status = 200,
        headers = {},
        afterMs = 0,
        silent = false,
        unheard = false,
      } = gateway.behave(request, repeat) ?? {};
      if (status < 300 && !unheard && !taken.has(key)) taken.set(key, request);
      if (silent) return void setTimeout(() => answer.destroy(), afterMs || 300);
      const send = () =>
        answer
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify({ id: `sms-${key}` }));
      if (afterMs > 0) setTimeout(send, afterMs);
      else send();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const gateway: SmsGateway = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/sms`,
    requests,
    taken,
    behave,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return gateway;
}
