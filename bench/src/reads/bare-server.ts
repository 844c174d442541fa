/** A process that sends the same bytes and headers to whoever asks, by `http` alone. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [{ head, body }] = (await once(process, 'message')) as [{ head: string[]; body: string }];
const bytes = Buffer.from(body);
const server = createServer((_request, response) => {
  response.writeHead(200, head).end(bytes);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
process.send?.((server.address() as AddressInfo).port);
