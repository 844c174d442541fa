import { followPublicSiren, getPublicSiren } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { notFound, tooManyRequests, unavailable } from '../../platform/http/errors.ts';
import { servePublicAnswers, servePublicStream } from '../../platform/http/serve.ts';
import type { PublicSirens } from './public-sirens.ts';

/** The pages of sirens that everybody may open, without a sign-in. */
export function publicPageRoutes(app: FastifyInstance, { sirens }: { sirens: PublicSirens }): void {
  servePublicAnswers(app, getPublicSiren, {
    send: (params, { raw }, response) => sirens.answers.sendKept(params, raw, response),
    async open(params, { raw }, response) {
      const answer = await sirens.answer(params);
      if (answer === 'none') throw notFound('The page');
      // It may have become unknown meanwhile.
      if (answer === null || !(await sirens.answers.send(params, raw, response)))
        throw unavailable('Failed to get data');
    },
  });
  servePublicStream(app, followPublicSiren, async (params, request) => {
    if ((await sirens.answer(params)) === 'none') throw notFound('The page');
    const network = clientNetwork(request);
    if (sirens.isFull(network)) throw tooManyRequests();
    return (response) => sirens.follow(params, network, response);
  });
}
