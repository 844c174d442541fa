import { timingSafeEqual } from 'node:crypto';
import { type ShowCamera, type ShowScene, stillFaultTexts, stillGoodMs } from '@allclear/domain';
import type { CameraStills, StillState } from '../cameras/index.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { isUuid } from '../platform/database/uuid.ts';
import { type ImageBytes, imageOf } from '../platform/http/public/public-image.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';

const purpose = 'still of a show';
/** Of a name: the camera, when the still was taken (wall ms), and the digest that this installation alone can make. */
const bytesOf = { camera: 16, takenAt: 6, digest: 16 };
const askedBytes = bytesOf.camera + bytesOf.takenAt;
/** No shared cache keeps what a camera shows. */
const cacheControl = 'private, max-age=30';
/** A process that has no still of the camera takes one for whoever asks, and waits so long for it, real ms. */
const waitMs = 5_000;

interface ShowOfOrganization {
  readonly organizationId: string;
  readonly scenes: readonly ShowScene[];
}

/** The cameras of the scenes of a show, each once. */
export function cameraIdsOf(scenes: readonly ShowScene[]): string[] {
  return [...new Set(scenes.flatMap((scene) => (scene.kind === 'camera' ? scene.cameraId : [])))];
}

/**
 * The stills of camera scenes. A name has in it the camera, the instant of the still, and a keyed digest: it cannot be
 * guessed, and is answered as long as that still is good, with it or with a newer one of the camera.
 */
export class ShowStills {
  readonly #stills: CameraStills;
  readonly #secrets: Pick<SecretBox, 'digests'>;
  readonly #path: string;

  /** `path` is that of pictures. */
  constructor(
    { stills, secrets }: { readonly stills: CameraStills; readonly secrets: Pick<SecretBox, 'digests'> },
    path: string,
  ) {
    this.#stills = stills;
    this.#secrets = secrets;
    this.#path = path;
  }

  /** A screen shows the show, or asked for it so long ago, real ms: its stills are taken for some time after that. */
  watch({ scenes }: ShowOfOrganization, idleMs: number): void {
    this.#stills.watch(cameraIdsOf(scenes), this.#stills.watchMs - idleMs);
  }

  /** Reads which cameras of a show there are. Throws what the store throws. */
  async read({ scenes }: ShowOfOrganization): Promise<void> {
    const ids = cameraIdsOf(scenes);
    if (ids.length > 0) await this.#stills.read(ids);
  }

  /** The same, and waits for their first stills for some seconds. */
  async ready({ scenes }: ShowOfOrganization): Promise<void> {
    const ids = cameraIdsOf(scenes);
    if (ids.length > 0) await this.#stills.ready(ids, waitMs);
  }

  /** What is known of the cameras of a show; one that is gone is left out. */
  camerasOf({ organizationId, scenes }: ShowOfOrganization): ShowCamera[] {
    return cameraIdsOf(scenes).flatMap((id) => {
      const known = this.#stills.of(id);
      if (known === undefined) return { id, name: 'Camera', still: null, problem: stillFaultTexts.waiting };
      return known?.organizationId === organizationId ? this.#cameraOf(id, known) : [];
    });
  }

  /** The still of a name; null where there is none, or none that is good. Throws what the store throws. */
  async picture(name: string): Promise<ImageBytes | null> {
    const asked = this.#read(name);
    if (asked === null || wallNow() > asked.takenAt + stillGoodMs) return null;
    const known = () => {
      const still = this.#stills.of(asked.cameraId)?.still;
      const isGood = still && still.takenAt >= asked.takenAt && wallNow() <= still.takenAt + stillGoodMs;
      return isGood ? { ...imageOf(still.jpeg, 'image/jpeg'), cacheControl } : null;
    };
    const image = known();
    if (image) return image;
    // Another process has made the name.
    await this.#stills.ready([asked.cameraId], waitMs);
    return known();
  }

  #cameraOf(id: string, { name, still, problem }: StillState): ShowCamera {
    return {
      ...{ id, name, problem },
      still: still && {
        url: `${this.#path}/${this.#nameOf(id, still.takenAt)}`,
        ...{ takenAt: still.takenAt, goodUntil: still.takenAt + stillGoodMs },
      },
    };
  }

  #nameOf(cameraId: string, takenAt: number): string {
    const asked = Buffer.alloc(askedBytes);
    asked.write(cameraId.replaceAll('-', ''), 0, 'hex');
    asked.writeUIntBE(takenAt, bytesOf.camera, bytesOf.takenAt);
    const [digest] = this.#digestsOf(asked);
    return Buffer.concat([asked, digest]).toString('base64url');
  }

  #read(name: string): { readonly cameraId: string; readonly takenAt: number } | null {
    const bytes = Buffer.from(name, 'base64url');
    if (bytes.length !== askedBytes + bytesOf.digest) return null;
    const asked = bytes.subarray(0, askedBytes);
    const given = bytes.subarray(askedBytes);
    if (!this.#digestsOf(asked).some((digest) => timingSafeEqual(digest, given))) return null;
    const hex = asked.toString('hex', 0, bytesOf.camera);
    const cameraId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return isUuid(cameraId) ? { cameraId, takenAt: asked.readUIntBE(bytesOf.camera, bytesOf.takenAt) } : null;
  }

  #digestsOf(asked: Buffer): readonly [Buffer, ...Buffer[]] {
    const [first, ...older] = this.#secrets.digests(asked.toString('base64url'), purpose);
    const cut = (digest: Buffer) => digest.subarray(0, bytesOf.digest);
    return [cut(first), ...older.map(cut)];
  }
}
