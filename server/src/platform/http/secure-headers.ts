import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

/** What any answer has by itself. */
const ofTheAnswer = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);

/**
 * Puts helmet's headers on every answer. Helmet writes the policy anew for each request, a tenth of the work
 * of a small answer; here they never differ, so they are asked for once.
 */
export async function addSecureHeaders(app: FastifyInstance, options: FastifyHelmetOptions): Promise<void> {
  const headers = await headersOf(options);
  app.addHook('onRequest', (_request, reply, next) => {
    // On the raw answer, so that streams which write their own head have them too.
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
