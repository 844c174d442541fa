import type { SurfaceAnalysis } from '@allclear/domain';
import type { SnapshotFeed } from '../snapshot-feed.ts';

export interface FrontsFeed extends SnapshotFeed<SurfaceAnalysis> {
  readonly kind: 'surface-analysis';
  /** Attribution, required beside the fronts. */
  readonly attribution: string;
}
