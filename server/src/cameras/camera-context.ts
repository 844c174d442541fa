import type { CameraAddress, CameraSources } from '@allclear/adapters';
import { type CameraMonth, type CameraRight, cameraMonth } from '@allclear/domain';
import { timeZoneOf } from '../organizations/index.ts';
import { fallbackTimeZone } from '../people/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { cameraAllowances, consumedMs, withoutCameras } from './camera-sessions.store.ts';
import type { StoredCamera } from './cameras.store.ts';

export interface CameraContext {
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly sources: CameraSources;
  /** Views are real time, whatever the weather's clock says: epoch ms. */
  readonly wallNow: () => number;
}

export const passwordPurpose = (organizationId: string) => `cameras.password ${organizationId}`;

/** How a camera is reached, its password opened. */
export function addressOf({ secrets }: Pick<CameraContext, 'secrets'>, camera: StoredCamera): CameraAddress {
  const { kind, address: url, username, password, organizationId } = camera;
  const { name, latitude, longitude } = camera;
  const isPlaced = latitude !== null && longitude !== null;
  return {
    ...{ kind, url, username },
    // What a simulated camera looks at.
    ...(isPlaced
      ? { place: { name, latitude, longitude, timeZone: timeZoneOf({ latitude, longitude }) } }
      : {}),
    password: password === null ? '' : secrets.open(password, passwordPurpose(organizationId)),
  };
}

/** A camera that is reached otherwise is another feed; one that was only renamed is not. */
export function keyOfFeed({ id, kind, address, username, password }: StoredCamera): string {
  return JSON.stringify([id, kind, address, username, password]);
}

/** What organizations may still watch in their month of now, by their ids. */
export async function cameraRights(
  { db, wallNow }: Pick<CameraContext, 'db' | 'wallNow'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CameraRight>> {
  const now = wallNow();
  const months = await Promise.all(
    ids.map(async (id) => ({
      id,
      month: cameraMonth(now, (await fallbackTimeZone(db, id)) ?? 'America/Chicago'),
    })),
  );
  const [consumed, allowed, without] = [
    await consumedMs(db, months),
    await cameraAllowances(db, ids),
    await withoutCameras(db, ids),
  ];
  return new Map(
    ids.map((id) => [
      id,
      {
        ...{ allowedMinutes: allowed.get(id) ?? null, consumedMs: consumed.get(id) ?? 0 },
        isWithheld: without.has(id),
      },
    ]),
  );
}

export interface OrganizationMonth {
  readonly timeZone: string;
  readonly month: CameraMonth;
  readonly consumedMs: number;
  readonly allowedMinutes: number | null;
}

/** A month of an organization in its own time zone: what was watched, and what may be. */
export async function readMonth(
  { db, wallNow }: Pick<CameraContext, 'db' | 'wallNow'>,
  organizationId: string,
  offset = 0,
): Promise<OrganizationMonth> {
  const timeZone = (await fallbackTimeZone(db, organizationId)) ?? 'America/Chicago';
  const month = cameraMonth(wallNow(), timeZone, offset);
  const consumed = await consumedMs(db, [{ id: organizationId, month }]);
  const allowances = await cameraAllowances(db, [organizationId]);
  return {
    ...{ timeZone, month },
    consumedMs: consumed.get(organizationId) ?? 0,
    allowedMinutes: allowances.get(organizationId) ?? null,
  };
}
