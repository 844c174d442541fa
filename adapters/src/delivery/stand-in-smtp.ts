import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readBody } from '../stand-in-server.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface StandInSmtp {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Breaks every connection, as a crash would. */
  dropConnections(): void;
  close(): Promise<void>;
}

/**
 * For tests: a mail server on this machine. `options` may refuse or delay; see the npm package smtp-server.
 */
export async function openStandInSmtp(options: SMTPServerOptions = {}): Promise<StandInSmtp> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      readBody(stream as unknown as Parameters<typeof readBody>[0]).then((raw) => {
        const { mailFrom, rcptTo } = envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: raw.toString('utf8'),
        });
        done();
      }, done);
    },
    ...options,
  });
  // Some tests are about a client that disconnects.
  server.on('error', () => {});
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    dropConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Headers by lower-case name, unfolded, and the decoded bodies by content type. */
export function readMail(raw: string): { headers: Map<string, string>; bodies: Map<string, string> } {
  const [head, ...rest] = raw.split('\r\n\r\n');
  const headers = readHeaders(head!);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const bodies = new Map<string, string>();
  for (const part of rest.join('\r\n\r\n').split(`--${boundary}`).slice(1, -1)) {
    const [partHead, ...content] = part.trimStart().split('\r\n\r\n');
    const partHeaders = readHeaders(partHead!);
    const text = content.join('\r\n\r\n');
    bodies.set(
      partHeaders.get('content-type')!.split(';', 1)[0]!,
      decode(text, partHeaders.get('content-transfer-encoding')),
    );
  }
  return { headers, bodies };
}

function readHeaders(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
}

function decode(text: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
