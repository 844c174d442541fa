import type { RadarProduct } from '@allclear/adapters';
import type { RadarList as RadarListWire, RadarType } from '@allclear/contract';
import { HOUR_MS, MINUTE_MS, roadColors } from '@allclear/domain';
import type { RadarList } from './radar.ts';

const FUTURE_REACHES_MS = 6 * 60 * MINUTE_MS;
const wireProduct = {
  past: 'n0q',
  future: 'hrrr',
  international: 'international',
  'current-road-conditions': 'road-condition-current-hires',
  'future-road-conditions': 'road-condition',
} as const satisfies Record<RadarProduct, RadarListWire['product']>;
const productOfWire = new Map(
  Object.entries(wireProduct).map(([product, wire]) => [wire, product as RadarProduct]),
);
const roadLegend = roadColors.map(({ condition, label, red, green, blue }) => ({
  condition,
  label,
  color: `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`,
}));
const decimals = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

export interface RadarChoice {
  readonly type: RadarType;
  readonly future?: 'true' | 'false' | undefined;
  readonly product?: RadarListWire['product'] | undefined;
}

/** The product of a request: the named one, else that of the type. */
export function productOf({ type, future, product }: RadarChoice): RadarProduct {
  const named = product && productOfWire.get(product);
  if (named) return named;
  if (type === 'current-road-conditions' || type === 'future-road-conditions') {
    return future === undefined
      ? type
      : future === 'true'
        ? 'future-road-conditions'
        : 'current-road-conditions';
  }
  if (type === 'future' || type === 'extended' || future === 'true') return 'future';
  return type === 'international' ? 'international' : 'past';
}

/** Whether a product is of roads, which are modeled. */
function isOfRoads(product: RadarProduct): boolean {
  return product === 'current-road-conditions' || product === 'future-road-conditions';
}

/**
 * The frames that a type shows: `future` the next six hours of radar and all hours of roads, `extended` one
 * an hour as far as the model reaches, the others all.
 */
export function framesOf(list: RadarList, type: RadarType, now: number): RadarList['frames'] {
  const { product } = list.feed;
  if (product !== 'future' && product !== 'future-road-conditions') return list.frames;
  const ahead = list.frames.filter(({ validAt }) => validAt > now);
  if (product !== 'future') return ahead;
  if (type === 'extended') return hourly(ahead);
  return ahead.filter(({ validAt }) => validAt <= now + FUTURE_REACHES_MS);
}

/** Of each hour the frame nearest to its full hour: a model need not have one on it. */
function hourly(frames: RadarList['frames']): RadarList['frames'] {
  const hourOf = (at: number) => Math.round(at / HOUR_MS);
  const away = (at: number) => Math.abs(at - hourOf(at) * HOUR_MS);
  const nearest = new Map<number, RadarList['frames'][number]>();
  for (const frame of frames) {
    const other = nearest.get(hourOf(frame.validAt));
    if (!other || away(frame.validAt) < away(other.validAt)) nearest.set(hourOf(frame.validAt), frame);
  }
  return [...nearest.values()];
}

/**
 * One frame of a list by its place (from the end when negative) or its name; undefined when there is none.
 */
export function pickFrame(
  frames: RadarList['frames'],
  wanted: string,
): RadarList['frames'][number] | undefined {
  return /^-?\d{1,3}$/.test(wanted) ? frames.at(Number(wanted)) : frames.find(({ key }) => key === wanted);
}

export function presentRadar(
  list: RadarList,
  frames: RadarList['frames'],
  { type, now }: { type: RadarType; now: number },
): RadarListWire {
  const { feed } = list;
  const iso = (at: number) => new Date(at).toISOString();
  const base = `/api/map/${feed.product}`;
  return {
    type,
    product: wireProduct[feed.product],
    vendor: feed.vendor,
    attribution: feed.attribution,
    asOf: iso(list.asOf),
    stale: !list.isCurrent,
    now: iso(now),
    tileSize: 256,
    minZoom: feed.minZoom,
    maxZoom: feed.maxZoom,
    bounds: {
      top: decimals(feed.box.north),
      right: feed.box.east,
      bottom: decimals(feed.box.south),
      left: feed.box.west,
    },
    frames: frames.map(({ key, validAt, issuedAt }) => ({
      frame: key,
      time: iso(validAt),
      issuedAt: issuedAt === null ? null : iso(issuedAt),
      tileUrl: `${base}/TMS/${key}/{z}/{x}/{y}.png`,
      imageUrl: `${base}/WMS?frame=${key}&top={top}&right={right}&bottom={bottom}&left={left}&width={width}&height={height}`,
    })),
    ...(isOfRoads(feed.product) ? { modelled: true as const, legend: roadLegend } : {}),
    ...(feed.note === undefined ? {} : { note: feed.note }),
  };
}
