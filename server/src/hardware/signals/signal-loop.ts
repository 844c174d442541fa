import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../../lightning/index.ts';
import type { ChangeBus } from '../../platform/change-feed/change-bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { PlaceShare } from '../../platform/engine/place-share.ts';
import type { Loop } from '../../platform/subject.ts';
import { SignalWatch } from './watch-signals.ts';

/** The loop that follows what units signal. */
export function signalLoop({
  changes,
  ...needs
}: {
  db: Database;
  clock: Clock;
  live: LightningLive;
  changes: ChangeBus;
  log: FastifyBaseLogger;
  share: PlaceShare;
}): Loop {
  return {
    name: 'hardware-signals',
    isShared: true,
    async run(signal) {
      // Made anew for each term: what was read while another engine was active is not relied on.
      const watch = new SignalWatch(needs);
      const unsubscribe = [
        needs.live.onBatches((batches) => watch.batches(batches)),
        needs.live.onReports((placeIds) => watch.reports(placeIds)),
        changes.subscribe((change) => watch.apply(change)),
        needs.share.subscribe(() => watch.shareChanged()),
      ];
      try {
        await watch.run(signal);
      } finally {
        for (const end of unsubscribe) end();
      }
    },
  };
}
