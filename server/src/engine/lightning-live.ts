import { LightningPicture, type PictureFeed } from '@allclear/domain';
import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { readSweeps, type StoredFlash, type StoredSweep } from '../store/lightning.ts';

/** How far back a process reads when it starts: longer than the longest timer by a wide margin. */
const historyMs = 3 * 3_600_000;

export interface LightningLive {
  readonly picture: LightningPicture<StoredFlash>;
  readonly vendors: readonly string[];
  /** Takes in sweeps that this process has just stored. */
  apply(sweeps: readonly StoredSweep[]): void;
  /** Takes in sweeps that another process has stored. */
  applyStored(ids: readonly string[]): Promise<void>;
  /** Reads the recent past from the store: at the start and after a gap in the notices. */
  load(): Promise<void>;
  /** Called with the sweeps that were new, after the picture holds them, until the function that it returns is called. */
  onSweeps(listener: (sweeps: readonly StoredSweep[]) => void): () => void;
}

/** The lightning picture of this process, derived from the store and kept current. */
export function createLightningLive({ db, feeds, clock }: { db: Database; feeds: readonly PictureFeed[]; clock: Clock }): LightningLive {
  const picture = new LightningPicture<StoredFlash>(feeds, historyMs);
  const listeners: ((sweeps: readonly StoredSweep[]) => void)[] = [];
  const applied = new Set<string>();
  let reading: Promise<void> = Promise.resolve();

  const apply = (sweeps: readonly StoredSweep[]) => {
    const fresh = sweeps.filter((sweep) => {
      applied.add(sweep.id);
      return picture.add(sweep.feed, sweep);
    });
    picture.forget(clock.now());
    if (applied.size > 20_000) for (const id of [...applied].slice(0, 10_000)) applied.delete(id);
    if (fresh.length > 0) for (const listener of listeners) listener(fresh);
  };
  /** One read at a time, in order. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    reading = reading.catch(() => {}).then(work);
    return reading;
  };

  return {
    picture,
    vendors: feeds.map((feed) => feed.vendor),
    apply,
    applyStored: (ids) => {
      const missing = ids.filter((id) => !applied.has(id));
      return missing.length === 0
        ? Promise.resolve()
        : inTurn(async () => apply(await readSweeps(db, { ids: missing.filter((id) => !applied.has(id)) })));
    },
    load: () => inTurn(async () => apply(await readSweeps(db, { since: clock.now() - historyMs }))),
    onSweeps(listener) {
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
  };
}
