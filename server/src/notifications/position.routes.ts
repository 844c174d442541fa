import { getPosition, removePosition, sharePosition } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { serve } from '../platform/http/serve.ts';
import {
  type PositionRefusal,
  removePositionOf,
  type Sharing,
  sharingOf,
  storePosition,
} from './positions.store.ts';

/** Once a minute from a device, with room for a second browser window and a start. */
const positionsPerMinute = 12;

const refusals: Readonly<Record<PositionRefusal, string>> = {
  'no-geofence': 'Your Alert Mode does not use your position, so it was not stored.',
  'another-device': 'Another of your devices shares its position.',
};

/** The position that the caller's open app shares: written by its owner, read by nobody. */
export function positionRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, getPosition, async ({ principal }) =>
    presentSharing(await sharingOf(db, principal.userId, wallNow())),
  );

  serve(
    app,
    sharePosition,
    async ({ principal, body: { ageSeconds, ...position } }) => {
      const now = wallNow();
      const takenAt = Math.floor(now - ageSeconds * 1_000);
      const refusal = await storePosition(db, actorOf(principal), principal.userId, { ...position, takenAt });
      if (refusal !== null) throw conflict(refusals[refusal]);
      return presentSharing(await sharingOf(db, principal.userId, now));
    },
    { writesPerMinute: positionsPerMinute },
  );

  serve(app, removePosition, async ({ principal, query: { deviceId } }) => {
    await removePositionOf(db, actorOf(principal), principal.userId, deviceId);
    return { message: 'Your position is no longer shared' };
  });
}

function presentSharing({ deviceId, takenAt }: Sharing) {
  return { deviceId, takenUtc: takenAt === null ? null : isoTime(takenAt) };
}
