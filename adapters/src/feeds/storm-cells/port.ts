import type { TrackedCell } from '@allclear/domain';
import type { SnapshotFeed } from '../snapshot-feed.ts';

export interface StormCells {
  readonly cells: readonly TrackedCell[];
}

/** Valid at the instant at which the source made its list. */
export interface StormCellFeed extends SnapshotFeed<StormCells> {
  readonly kind: 'storm-cells';
  /** Attribution, required beside the cells. */
  readonly attribution: string;
}
