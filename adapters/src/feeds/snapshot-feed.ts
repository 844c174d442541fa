/** The complete state of a source: the next snapshot replaces the last one. */
export interface Snapshot<Data> {
  /** The instant for which it is valid, epoch ms: when the source made it, not when it was fetched. */
  readonly asOf: number;
  /** JSON. */
  readonly data: Data;
}

/** A poll of a feed. */
export interface PollRequest {
  /** The product clock, epoch ms. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** Called with each entry that was skipped because it is invalid. */
  readonly onFault?: (error: Error) => void;
}

/** A source that is read whole at intervals, for all organizations at once. */
export interface SnapshotFeed<Data = unknown> {
  /** The kind in /api/status: 'radar', 'storm-cells', 'tropical'. */
  readonly kind: string;
  readonly vendor: string;
  readonly pollEveryMs: number;
  /** Invalid entries are skipped and passed to `onFault`. Throws AdapterError when nothing usable is left. */
  poll(request: PollRequest): Promise<Snapshot<Data>>;
}
