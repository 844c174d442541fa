import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';

const server = createServer((_request, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
});
