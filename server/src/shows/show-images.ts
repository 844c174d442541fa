import { timingSafeEqual } from 'node:crypto';
import { type ShowDraft, type ShowScene, showMapAlt, type WidgetImage } from '@allclear/domain';
import { type Radar, viewAround } from '../map/index.ts';
import { type ImageBytes, imageOf } from '../platform/http/public/public-image.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';

type MapScene = Extract<ShowScene, { kind: 'map' }>;
type Layout = ShowDraft['layout'];

/** The picture of a map scene, and the name under which it is asked for. */
export interface ShowImage extends Omit<WidgetImage, 'url'> {
  readonly name: string;
}

/** Pixels of a picture by layout: as wide as high as the screen. */
const sizes: Readonly<Record<Layout, { readonly widthPx: number; readonly heightPx: number }>> = {
  wide: { widthPx: 960, heightPx: 540 },
  portrait: { widthPx: 540, heightPx: 960 },
  ribbon: { widthPx: 1_280, heightPx: 120 },
};
const layouts = ['wide', 'portrait', 'ribbon'] as const;
const purpose = 'picture of a show';
/** Of a name: what it asks for, and the digest that this installation alone can make. */
const bytesOf = { asked: 15, digest: 16 };

/** What a name asks for: the radar of an instant (epoch s) around a point. */
interface Asked {
  readonly layout: Layout;
  readonly latitude: number;
  readonly longitude: number;
  readonly miles: number;
  readonly validAtSeconds: number;
}

/**
 * Radar around the points of map scenes. A name has in it what it asks for, and a keyed digest: it cannot be guessed,
 * changes with the picture, and every process of the installation answers it as long as the radar has that frame.
 */
export class ShowImages {
  readonly #radar: Radar;
  readonly #secrets: Pick<SecretBox, 'digests'>;

  constructor({ radar, secrets }: { radar: Radar; secrets: Pick<SecretBox, 'digests'> }) {
    this.#radar = radar;
    this.#secrets = secrets;
  }

  /** The pictures of a show at `now` (product time, epoch ms), by scene; null where there is none. */
  async of(
    { layout, scenes }: Pick<ShowDraft, 'layout' | 'scenes'>,
    timeZone: string,
    now: number,
  ): Promise<(ShowImage | null)[]> {
    const maps = scenes.map((scene) => (scene.kind === 'map' ? scene : null));
    if (maps.every((scene) => scene === null)) return maps.map(() => null);
    const list = await this.#radar.list('past');
    const frame = list?.frames.findLast(({ validAt }) => validAt <= now);
    if (!list || !frame) return maps.map(() => null);
    const takenAt = frame.validAt;
    const goodUntil = takenAt + list.feed.currentForMs;
    return maps.map(
      (scene) =>
        scene && {
          ...{ name: this.#nameOf(scene, layout, takenAt), takenAt, goodUntil },
          alt: showMapAlt(scene, takenAt, timeZone),
        },
    );
  }

  /** The picture of a name; null where there is none. Throws what the radar throws. */
  async read(name: string): Promise<ImageBytes | null> {
    const asked = this.#read(name);
    if (asked === null) return null;
    const list = await this.#radar.list('past');
    const frame = list?.frames.find(({ validAt }) => secondsOf(validAt) === asked.validAtSeconds);
    if (!frame) return null;
    const view = viewAround(asked, { ...sizes[asked.layout], milesToEdge: asked.miles / 2 });
    const png = await this.#radar.image('past', frame.key, view);
    return png && imageOf(png, 'image/png');
  }

  #nameOf({ latitude, longitude, miles }: MapScene, layout: Layout, validAt: number): string {
    const asked = Buffer.alloc(bytesOf.asked);
    asked.writeUInt8(layouts.indexOf(layout), 0);
    asked.writeFloatBE(latitude, 1);
    asked.writeFloatBE(longitude, 5);
    asked.writeUInt16BE(Math.round(miles), 9);
    asked.writeUInt32BE(secondsOf(validAt), 11);
    const [digest] = this.#digestsOf(asked);
    return Buffer.concat([asked, digest]).toString('base64url');
  }

  #read(name: string): Asked | null {
    const bytes = Buffer.from(name, 'base64url');
    if (bytes.length !== bytesOf.asked + bytesOf.digest) return null;
    const asked = bytes.subarray(0, bytesOf.asked);
    const given = bytes.subarray(bytesOf.asked);
    if (!this.#digestsOf(asked).some((digest) => timingSafeEqual(digest, given))) return null;
    const layout = layouts[asked.readUInt8(0)];
    if (layout === undefined) return null;
    return {
      ...{ layout, latitude: asked.readFloatBE(1), longitude: asked.readFloatBE(5) },
      ...{ miles: asked.readUInt16BE(9), validAtSeconds: asked.readUInt32BE(11) },
    };
  }

  #digestsOf(asked: Buffer): readonly [Buffer, ...Buffer[]] {
    const [first, ...older] = this.#secrets.digests(asked.toString('base64url'), purpose);
    const cut = (digest: Buffer) => digest.subarray(0, bytesOf.digest);
    return [cut(first), ...older.map(cut)];
  }
}

const secondsOf = (at: number) => Math.floor(at / 1_000);
