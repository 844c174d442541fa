/** A process that opens event streams and says, when asked, when the last of them received its last bytes. */
import { connect, type Socket } from 'node:net';

const [, , port, kind, count] = process.argv;
const sockets: Socket[] = [];
let lastAt = 0;
let received = 0;

function open(n: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`GET /${kind}/${n} HTTP/1.1\r\nhost: localhost\r\n\r\n`),
    );
    socket.once('error', reject);
    socket.once('data', () => {
      resolve();
      socket.on('data', () => {
        received++;
        lastAt = Date.now();
      });
    });
    sockets.push(socket);
  });
}

const together = 100;
for (let n = 0; n < Number(count); n += together)
  await Promise.all(Array.from({ length: Math.min(together, Number(count) - n) }, (_, i) => open(n + i)));
process.send?.('open');
process.on('message', () => {
  process.send?.({ lastAt, received });
  [lastAt, received] = [0, 0];
});
