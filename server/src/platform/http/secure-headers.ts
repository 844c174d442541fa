import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** For answers that are given before any hook. */
    secureHeaders: readonly (readonly [name: string, value: string])[];
  }
}

/** Headers that any response has by itself. */
const ofTheAnswer = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);

/**
 * Adds helmet's headers to every response. Helmet builds the policy for each request, a tenth of the work of
 * a small response; here it never differs, so the headers are built once.
 */
export async function addSecureHeaders(app: FastifyInstance, options: FastifyHelmetOptions): Promise<void> {
  const headers = await headersOf(options);
  app.decorate('secureHeaders', headers);
  app.addHook('onRequest', (_request, reply, next) => {
    // On the raw response, so that streams which write their own head have them too.
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    next();
  });
}

async function headersOf(options: FastifyHelmetOptions): Promise<[name: string, value: string][]> {
  const probe = Fastify();
  try {
    await probe.register(helmet, options);
    probe.get('/', () => '');
    const { headers } = await probe.inject('/');
    return Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofTheAnswer.has(name) ? [] : [[name, String(value)]],
    );
  } finally {
    await probe.close();
  }
}
