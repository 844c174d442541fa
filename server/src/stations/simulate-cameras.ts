import { MINUTE_MS } from '@allclear/domain';
import { systemActor } from '../platform/actor.ts';
import { type Simulating, simulateRounds } from './simulate-rounds.ts';
import { placed } from './simulate-stations.ts';
import { imageUpdatedAt, putImage } from './station-images.store.ts';
import type { OwnStation } from './store.ts';

const actor = systemActor('simulate-cameras');

/** A camera takes an image this often, ms, but at least so many real ms apart when the weather runs fast. */
const imageMs = 5 * MINUTE_MS;
const minImageMs = 20_000;

/**
 * Stores images of the cameras of simulated stations until the signal aborts. It is a loop of its own, because reports
 * must not wait for the drawing of an image.
 */
export function simulateCameras(simulating: Simulating): Promise<void> {
  const { simulation, db, clock } = simulating;
  const everyMs = Math.max(imageMs, minImageMs * clock.speed);
  // After a gap of a station or a failed drawing the next image is made soon.
  return simulateRounds(simulating, {
    source: 'simulated cameras',
    everyMs: Math.max(MINUTE_MS, everyMs / 5),
    work: takeImage,
  });

  async function takeImage(station: OwnStation): Promise<void> {
    const now = clock.now();
    const last = await imageUpdatedAt(db, station);
    if (last !== null && now - last < everyMs) return;
    const png = await simulation.imageAt(placed(station), now);
    if (png !== null)
      await putImage(db, actor, station, { contentType: 'image/png', bytes: Buffer.from(png) }, now);
  }
}
