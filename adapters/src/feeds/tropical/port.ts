import type { TropicalStorm } from '@allclear/domain';
import type { SnapshotFeed } from '../snapshot-feed.ts';

export interface TropicalStorms {
  readonly storms: readonly TropicalStorm[];
}

export interface TropicalFeed extends SnapshotFeed<TropicalStorms> {
  readonly kind: 'tropical';
  /** Attribution, required beside the tracks. */
  readonly attribution: string;
}
