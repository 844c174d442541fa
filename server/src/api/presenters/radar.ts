import type { RadarProduct } from '@allclear/adapters';
import type { RadarList as RadarListWire, RadarType } from '@allclear/contract';
import type { RadarList } from '../../radar/radar.ts';

const MINUTE_MS = 60_000;
const FUTURE_REACHES_MS = 6 * 60 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const wireProduct = { past: 'n0q', future: 'hrrr', international: 'international' } as const;
const decimals = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

export interface RadarChoice {
  readonly type: RadarType;
  readonly future?: 'true' | 'false' | undefined;
  readonly product?: 'n0q' | 'hrrr' | 'international' | undefined;
}

/** Which product answers: what is named, else what the type means. */
export function productOf({ type, future, product }: RadarChoice): RadarProduct {
  if (product) return product === 'n0q' ? 'past' : product === 'hrrr' ? 'future' : 'international';
  if (type === 'future' || type === 'extended' || future === 'true') return 'future';
  return type === 'international' ? 'international' : 'past';
}

/** The frames that a type shows: `future` the next six hours, `extended` each full hour as far as the model reaches, the others all. */
export function framesOf(list: RadarList, type: RadarType, now: number): RadarList['frames'] {
  if (list.feed.product !== 'future') return list.frames;
  const ahead = list.frames.filter(({ validAt }) => validAt > now);
  if (type === 'extended') return ahead.filter(({ validAt }) => validAt % HOUR_MS === 0);
  return ahead.filter(({ validAt }) => validAt <= now + FUTURE_REACHES_MS);
}

/** One frame of a list by its place (from the end when negative) or its name; undefined when there is none. */
export function pickFrame(frames: RadarList['frames'], wanted: string): RadarList['frames'][number] | undefined {
  return /^-?\d{1,3}$/.test(wanted) ? frames.at(Number(wanted)) : frames.find(({ key }) => key === wanted);
}

export function presentRadar(list: RadarList, frames: RadarList['frames'], { type, now }: { type: RadarType; now: number }): RadarListWire {
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
    bounds: { top: decimals(feed.box.north), right: feed.box.east, bottom: decimals(feed.box.south), left: feed.box.west },
    frames: frames.map(({ key, validAt, issuedAt }) => ({
      frame: key,
      time: iso(validAt),
      issuedAt: issuedAt === null ? null : iso(issuedAt),
      tileUrl: `${base}/TMS/${key}/{z}/{x}/{y}.png`,
      imageUrl: `${base}/WMS?frame=${key}&top={top}&right={right}&bottom={bottom}&left={left}&width={width}&height={height}`,
    })),
  };
}
