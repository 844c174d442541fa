import { setImmediate } from 'node:timers/promises';
import { type Box, isInBox } from './box.ts';
import type { LightningLive } from './lightning-live.ts';
import type { StoredFlash } from './store.ts';

export interface NewestStrikes {
  /** Newest first. */
  readonly strikes: StoredFlash[];
  /** From when on none is left out; null when none at all is. */
  readonly completeFrom: string | null;
}

/** Strikes that are searched in one slice. */
const sliceStrikes = 10_000;

/**
 * The newest strikes in a box since an instant (epoch ms), at most so many: those of shared feeds and of the
 * organization's own feeds. The search runs in slices, so that nothing else is blocked; strikes that arrive
 * during it may be included or not.
 */
export async function newestStrikes(
  lightningIndex: LightningLive['lightningIndex'],
  {
    organizationId,
    box,
    since,
    maximum,
  }: { organizationId: string; box: Box; since: number; maximum: number },
): Promise<NewestStrikes> {
  const found: StoredFlash[] = [];
  let examined = 0;
  for (const flash of lightningIndex.flashesSince(since, organizationId)) {
    if (isInBox(flash, box)) found.push(flash);
    examined++;
    if (examined % sliceStrikes === 0) await setImmediate();
  }
  found.sort((a, b) => b.at - a.at);
  if (found.length > sliceStrikes) await setImmediate();
  const leftOut = found[maximum];
  return {
    strikes: found.slice(0, maximum),
    completeFrom: leftOut ? new Date(leftOut.at + 1).toISOString() : null,
  };
}
