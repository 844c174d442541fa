import { AdapterError, MERCATOR_LIMIT_DEGREES } from '@allclear/adapters';
import { getRadar, type QueryOf, radarTile, radarTms, radarWms } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import { ApiError, invalid, notFound, unavailable } from '../../platform/http/errors.ts';
import { PackedJson } from '../../platform/http/packed-json.ts';
import { FileAnswer, serve } from '../../platform/http/serve.ts';
import { framesOf, pickFrame, presentRadar, productOf, type RadarChoice } from './present-radar.ts';
import type { Radar, RadarList } from './radar.ts';

/** How long a serialized list is reused for the same request: half a second of real time, in product time. */
const LIST_LIFE_MS = 500;
const LIST_LASTS_MS = 2_000;
/** The image of a frame never changes. Only signed-in people may read it, so no shared cache may store it. */
const KEEP = 'private, max-age=3600, immutable';

interface RadarContext {
  readonly radar: Radar;
  readonly clock: Clock;
}

type FrameChoice = RadarChoice & { readonly frame?: string | undefined };

export function radarRoutes(app: FastifyInstance, context: RadarContext): void {
  const { radar } = context;
  const writeList = createListWriter(context);

  serve(app, getRadar, async ({ params, query, request, reply }) => {
    if (query.frame === undefined) {
      const list = await (await writeList({ ...params, ...query })).for(request.headers['accept-encoding']);
      reply.header('vary', 'accept-encoding');
      if (list.encoding !== null) reply.header('content-encoding', list.encoding);
      return new FileAnswer(list.bytes, 'application/json; charset=utf-8', 'no-store');
    }
    reply.header('cache-control', 'no-store');
    return answerList(context, { ...params, ...query });
  });

  for (const route of [radarWms, radarTms]) {
    serve(app, route, async ({ params, query, reply }) => {
      const choice = { ...params, ...query };
      const view = viewOf(query);
      if (view === null) {
        reply.header('cache-control', 'no-store');
        return answerList(context, choice);
      }
      const key = await frameKey(context, choice);
      const png = await had(radar.image(productOf(choice), key, view));
      if (png === null) throw notFound('This radar frame');
      return new FileAnswer(png, 'image/png', query.frame === key ? KEEP : 'private, max-age=60');
    });
  }

  serve(app, radarTile, async ({ params: { type, frame, z, x, y } }) => {
    const side = 2 ** z;
    const png = x < side && y < side ? await had(radar.tile(productOf({ type }), frame, { z, x, y })) : null;
    if (png === null) throw notFound('This radar tile');
    return new FileAnswer(png, 'image/png', KEEP);
  });
}

async function listOf({ radar }: RadarContext, choice: RadarChoice): Promise<RadarList> {
  const product = productOf(choice);
  if (!radar.feeds.some((feed) => feed.product === product)) throw notFound('Radar of this kind');
  const list = await radar.list(product);
  if (!list) throw unavailable('Radar is not available yet.');
  return list;
}

async function answerList(context: RadarContext, choice: FrameChoice) {
  const list = await listOf(context, choice);
  const now = context.clock.now();
  const frames = framesOf(list, choice.type, now);
  const one = choice.frame === undefined ? null : pickFrame(frames, choice.frame);
  if (one === undefined) throw notFound('This radar frame');
  return presentRadar(list, one ? [one] : frames, { type: choice.type, now });
}

/**
 * Without a name the frame is the newest past one, or the next forecast one. A frame that is too old is not
 * served as the newest.
 */
async function frameKey(context: RadarContext, choice: FrameChoice): Promise<string> {
  if (choice.frame !== undefined && !/^-?\d{1,3}$/.test(choice.frame)) return choice.frame;
  const list = await listOf(context, choice);
  if (choice.frame === undefined && !list.isCurrent) throw unavailable('There is no current radar image.');
  const frames = framesOf(list, choice.type, context.clock.now());
  const frame = pickFrame(frames, choice.frame ?? (list.feed.product === 'future' ? '0' : '-1'));
  if (!frame) throw notFound('This radar frame');
  return frame.key;
}

/** Whole lists as JSON, each serialized once for all requests. Lists of one frame are rare and not cached. */
function createListWriter(context: RadarContext): (choice: RadarChoice) => Promise<PackedJson> {
  const { clock } = context;
  const written = new Map<string, { at: number; json: Promise<PackedJson>; isWritten: boolean }>();
  return (choice) => {
    const key = `${choice.type} ${choice.future} ${choice.product}`;
    const known = written.get(key);
    const now = clock.now();
    if (known && now - known.at < LIST_LIFE_MS * clock.speed) return known.json;
    const json = answerList(context, choice).then((data) => new PackedJson({ data }));
    const next = { at: now, json, isWritten: false };
    written.set(key, next);
    json.then(
      () => {
        next.isWritten = true;
      },
      () => {
        if (written.get(key) === next) written.delete(key);
      },
    );
    // While the next list is being written, the one before is served as long as it is hardly older.
    return known?.isWritten && now - known.at < LIST_LASTS_MS * clock.speed ? known.json : json;
  };
}

/** An image of a source; an error of the source becomes an error of the API. */
async function had(image: Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  try {
    return await image;
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof AdapterError)) throw error;
    if (error.status === 404) return null;
    throw unavailable('This radar picture is not available right now.');
  }
}

/** The requested view, its box rounded to four decimals as the specification requires; null without one. */
function viewOf({ top, right, bottom, left, width, height }: QueryOf<typeof radarWms>) {
  if (
    top === undefined &&
    right === undefined &&
    bottom === undefined &&
    left === undefined &&
    width === undefined &&
    height === undefined
  )
    return null;
  if (
    top === undefined ||
    right === undefined ||
    bottom === undefined ||
    left === undefined ||
    width === undefined ||
    height === undefined
  ) {
    throw invalid({ ServerError: ['An image needs top, right, bottom, left, width and height'] });
  }
  const limit = (degrees: number) =>
    Math.max(-MERCATOR_LIMIT_DEGREES, Math.min(MERCATOR_LIMIT_DEGREES, rounded(degrees)));
  const box = {
    north: limit(top),
    south: limit(bottom),
    west: rounded(left),
    east: rounded(right <= left ? right + 360 : right),
  };
  if (box.north <= box.south) throw invalid({ Top: ['The top of the box must lie above its bottom'] });
  if (box.east <= box.west || box.east - box.west > 360)
    throw invalid({ Right: ['The box must be at most 360 degrees wide'] });
  return { box, widthPx: width, heightPx: height };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}
