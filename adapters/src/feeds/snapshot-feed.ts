/** What a source says is so, whole: the next snapshot takes the place of the last one. */
export interface Snapshot<Data> {
  /** The instant for which it is good, epoch ms: when the source made it, not when it was fetched. */
  readonly asOf: number;
  /** JSON. */
  readonly data: Data;
}

/** A source that is read whole again and again, for everybody at once. */
export interface SnapshotFeed<Data = unknown> {
  /** As /api/status names it: 'radar', 'storm-cells', 'tropical'. */
  readonly kind: string;
  readonly vendor: string;
  readonly pollEveryMs: number;
  /**
   * Entries that make no sense are left out and told to `onFault`. Throws AdapterError when there is nothing
   * that can be relied on.
   */
  poll(request: {
    readonly now: number;
    readonly signal: AbortSignal;
    readonly onFault?: (error: Error) => void;
  }): Promise<Snapshot<Data>>;
}
