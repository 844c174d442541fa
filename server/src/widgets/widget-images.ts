import { imageAlt, type WidgetImage } from '@allclear/domain';
import { type Radar, viewAround } from '../map/index.ts';
import type { Database } from '../platform/database/database.ts';
import { type ImageBytes, imageOf } from '../platform/http/public/public-image.ts';
import { findImage, ownReportLimitMs } from '../stations/index.ts';
import type { WidgetPlace } from './widget-surroundings.ts';
import type { WidgetWeather } from './widget-weather.ts';

/** Most memory that pictures of cameras may take. */
const maxBytes = 64 * 1024 * 1024;
/** A radar picture: so many pixels, and so many miles from the place to its left edge. */
const radarView = { widthPx: 600, heightPx: 400, milesToEdge: 60 };

/** The picture of a widget: what it says of it, under which name it is asked for, and how its bytes are had. */
export interface NamedImage extends Omit<WidgetImage, 'url'> {
  readonly name: string;
  readonly read: () => Promise<ImageBytes | null>;
}

/** Pictures of cameras and of the radar, from memory as far as they were read before. */
export class WidgetImages {
  readonly #db: Database;
  readonly #radar: Radar;
  readonly #cameras = new Map<string, ImageBytes>();
  #bytes = 0;

  constructor({ db, radar }: { db: Database; radar: Radar }) {
    this.#db = db;
    this.#radar = radar;
  }

  /** What a widget of a type shows at `now`; null where there is no picture. */
  async of(
    type: number,
    place: WidgetPlace | null,
    { camera }: WidgetWeather,
    now: number,
  ): Promise<NamedImage | null> {
    if (place === null) return null;
    if (type === 1) return camera && this.#cameraImage(place, camera);
    return type === 2 ? this.#radarImage(place, now) : null;
  }

  #cameraImage(
    place: WidgetPlace,
    { stationId, takenAt }: { readonly stationId: string; readonly takenAt: number },
  ): NamedImage {
    const { organizationId, name, timeZone } = place;
    const key = `${stationId} ${takenAt}`;
    return {
      name: `camera-${takenAt}`,
      takenAt,
      alt: imageAlt('camera', name, takenAt, timeZone),
      goodUntil: takenAt + ownReportLimitMs,
      read: async () => {
        const kept = this.#cameras.get(key);
        if (kept) return kept;
        const image = await findImage(this.#db, { organizationId, id: stationId });
        // It was replaced meanwhile: the next answer has the name of the new one.
        if (!image || image.updatedAt !== takenAt) return null;
        return this.#keep(key, imageOf(image.bytes, image.contentType));
      },
    };
  }

  async #radarImage(place: WidgetPlace, now: number): Promise<NamedImage | null> {
    const list = await this.#radar.list('past');
    const frame = list?.frames.findLast(({ validAt }) => validAt <= now);
    if (!list || !frame) return null;
    const takenAt = frame.validAt;
    return {
      name: `radar-${frame.key}`,
      takenAt,
      alt: imageAlt('radar', place.name, takenAt, place.timeZone),
      goodUntil: takenAt + list.feed.currentForMs,
      read: async () => {
        const png = await this.#radar.image('past', frame.key, viewAround(place, radarView));
        return png && imageOf(png, 'image/png');
      },
    };
  }

  #keep(key: string, picture: ImageBytes): ImageBytes {
    this.#cameras.set(key, picture);
    this.#bytes += picture.bytes.length;
    for (const [oldest, { bytes }] of this.#cameras) {
      if (this.#bytes <= maxBytes) break;
      this.#cameras.delete(oldest);
      this.#bytes -= bytes.length;
    }
    return picture;
  }
}
