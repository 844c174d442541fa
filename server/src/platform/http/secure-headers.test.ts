import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addSecureHeaders } from './secure-headers.ts';

test('every answer has the headers that helmet would give it, streams and failures too', async () => {
  const options = {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'self'"] } },
    hsts: { maxAge: 60 },
  };
  const [ours, theirs] = [Fastify(), Fastify()];
  await addSecureHeaders(ours, options);
  await theirs.register(helmet, options);
  for (const app of [ours, theirs]) {
    app.get('/', () => ({ well: true }));
    app.get('/stream', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
      reply.raw.end();
    });
  }
  for (const url of ['/', '/stream', '/nowhere']) {
    const [mine, other] = await Promise.all([ours.inject(url), theirs.inject(url)]);
    const { date, ...headers } = other.headers;
    expect(date).toBeDefined();
    expect(headers['content-security-policy']).toBe("default-src 'self'");
    expect(mine.headers).toMatchObject(headers);
  }
  await Promise.all([ours.close(), theirs.close()]);
});
