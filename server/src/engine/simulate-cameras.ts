import type { SimulatedStations } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { imageUpdatedAt, putImage } from '../store/station-images.ts';
import { listSimulatedStations, type OwnStationRow } from '../store/stations.ts';
import { FeedLog } from './feed-log.ts';
import { placed } from './simulate-stations.ts';

const minuteMs = 60_000;
/** A camera takes a picture this often, and not oftener than so many real ms when the weather runs fast. */
const pictureMs = 5 * minuteMs;
const leastPictureMs = 20_000;

/** Lets the cameras of simulated stations take pictures until the signal aborts; by themselves, because reports must not wait for a drawing. */
export async function simulateCameras({
  simulation,
  db,
  clock,
  log,
  signal,
}: {
  simulation: SimulatedStations;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  signal: AbortSignal;
}): Promise<void> {
  const feedLog = new FeedLog(log, 'simulated cameras');
  const everyMs = Math.max(pictureMs, leastPictureMs * clock.speed);
  while (!signal.aborted) {
    const startedAt = clock.now();
    try {
      for (const station of await listSimulatedStations(db)) if (!signal.aborted) await takePicture(station, clock.now());
      feedLog.succeeded();
    } catch (error) {
      if (signal.aborted) break;
      feedLog.failed(error);
    }
    // A station that was silent, or a drawing that failed, has its turn soon.
    await clock.sleep(Math.max(1, Math.max(minuteMs, everyMs / 5) - (clock.now() - startedAt)), signal);
  }

  async function takePicture(station: OwnStationRow, now: number): Promise<void> {
    const last = await imageUpdatedAt(db, station.customer_id, station.id);
    if (last !== null && now - last < everyMs) return;
    const png = await simulation.pictureAt(placed(station), now);
    if (png !== null) await putImage(db, station, { contentType: 'image/png', bytes: Buffer.from(png) }, now);
  }
}
