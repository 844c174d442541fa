import { followPublicShow, getPublicShow, getPublicShowPicture } from '@allclear/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '../platform/http/client-network.ts';
import { notFound, tooManyRequests } from '../platform/http/errors.ts';
import { TooManyRefusals } from '../platform/http/limits/key-lookup.ts';
import { away } from '../platform/http/public/away.ts';
import { sendImage } from '../platform/http/public/public-image.ts';
import { servePublicAnswers, servePublicStream } from '../platform/http/serve.ts';
import type { OpenLink } from './open-links.ts';
import type { PublicShows } from './public-shows.ts';

const unreadable = 'What this show shows is not available right now.';

/** What shows show, for everybody who has a link. One that never was, was revoked or has expired answers the same. */
export function publicShowRoutes(app: FastifyInstance, shows: PublicShows): void {
  const linkOf = async (request: FastifyRequest): Promise<OpenLink> => {
    const found = shows.links.find(tokenOf(request), clientNetwork(request)).catch((error: unknown) => {
      throw error instanceof TooManyRefusals ? tooManyRequests() : error;
    });
    const link = await away(found, unreadable);
    if (!link) throw notFound('The show');
    return link;
  };

  servePublicAnswers(app, getPublicShow, {
    send(_params, request, response) {
      const link = shows.links.recent(tokenOf(request));
      return link !== null && shows.answers.sendKept(link.showId, request.raw, response);
    },
    async open(_params, request, response) {
      const { showId } = await linkOf(request);
      if (!(await away(shows.answers.send(showId, request.raw, response), unreadable)))
        throw notFound('The show');
    },
  });

  servePublicStream(app, followPublicShow, async (_params, request) => {
    const link = await linkOf(request);
    const network = clientNetwork(request);
    if (shows.isFull(network)) throw tooManyRequests();
    if (!(await away(shows.answers.has(link.showId), unreadable))) throw notFound('The show');
    // Others may have come meanwhile.
    if (shows.isFull(network)) throw tooManyRequests();
    return (response) => shows.follow(link, network, response);
  });

  servePublicAnswers(app, getPublicShowPicture, {
    send: () => false,
    async open({ name }, request, response) {
      const image = await away(shows.picture(name), unreadable);
      if (image === null) throw notFound('The picture');
      sendImage(image, request.raw, response);
    },
  });
}

/** The token of the Authorization header: an address would be in logs. Empty where there is none. */
function tokenOf({ headers }: FastifyRequest): string {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}
