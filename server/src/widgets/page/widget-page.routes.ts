import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wallNow } from '../../platform/clock/clock.ts';
import { notFound } from '../../platform/http/errors.ts';
import { frameAncestors, setForOtherSites, setPageHeaders } from './frame-headers.ts';
import { type PageFile, type PageFiles, readPageFiles } from './page-files.ts';

const builtFolder = fileURLToPath(new URL('../../../../widget/dist/', import.meta.url));
const hidden = { schema: { hide: true } };
/** Longer ids are nobody's. */
const maxIdLength = 100;

export interface WidgetPageOptions {
  /** Where people reach the product. */
  readonly url: string;
  /** Where widgets have an origin of their own; null for that of the product. */
  readonly widgetUrl: string | null;
  /** The sites that may embed a widget, as origins: empty for all, null where there is no such widget. */
  readonly allowedSitesOf: (publicId: string) => Promise<readonly string[] | null>;
  /** Where the page was built. */
  readonly folder?: string;
}

/**
 * Serves the page of widgets at `/widget/`, and at the root of the widgets' own host. It is the same for every id, and
 * for one that does not exist: only the sites that may frame it differ.
 */
export async function widgetPageRoutes(app: FastifyInstance, options: WidgetPageOptions): Promise<void> {
  const files = await readPageFiles(options.folder ?? builtFolder);
  if (files === null) return;
  const page = (request: FastifyRequest, reply: FastifyReply) => sendPage(request, reply, files, options);
  app.get('/widget', hidden, page);
  app.get('/widget/', hidden, page);
  if (options.widgetUrl !== null)
    app.get('/', { ...hidden, constraints: { host: new URL(options.widgetUrl).host } }, page);
  app.get<{ Params: { name: string } }>('/widget/assets/:name', hidden, (request, reply) => {
    const file = files.assets.get(request.params.name);
    if (file === undefined) throw notFound('This address');
    // Its name has the hash of its content.
    return sendFile(request, reply, file, 'public, max-age=31536000, immutable');
  });
  app.get('/widget/height.js', hidden, (request, reply) => {
    setForOtherSites(reply.raw);
    return sendFile(request, reply, files.heightScript, 'public, max-age=3600');
  });
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html }: PageFiles,
  { url, widgetUrl, allowedSitesOf }: WidgetPageOptions,
): Promise<FastifyReply> {
  const own = [url, ...(widgetUrl === null ? [] : [widgetUrl])];
  setPageHeaders(reply.raw, await ancestorsOf(request.query, own, allowedSitesOf), {
    isSecure: (widgetUrl ?? url).startsWith('https:'),
  });
  return (
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      // An answer that is older than the page is that of a cache: the page covers it.
      .send(html.replace('<html ', `<html data-served="${new Date(wallNow()).toISOString()}" `))
  );
}

async function ancestorsOf(
  query: unknown,
  own: readonly string[],
  allowedSitesOf: WidgetPageOptions['allowedSitesOf'],
): Promise<string> {
  const { id, preview } = query as { id?: unknown; preview?: unknown };
  // The builder shows it on its own origin.
  if (id === undefined || preview !== undefined) return "'self'";
  const allowed = typeof id === 'string' && id.length <= maxIdLength ? await allowedSitesOf(id) : null;
  return frameAncestors({ allowed: allowed ?? [], own });
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PageFile,
  cacheControl: string,
): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find(
    (name) =>
      file[name] !== undefined && new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted),
  );
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply
    .header('cache-control', cacheControl)
    .header('vary', 'accept-encoding')
    .type(file.type)
    .send((encoding && file[encoding]) ?? file.identity);
}
