/** The rows of a report as they are read: a portion at a time, none of them kept. */
export interface ReportRows {
  /** One header row, with units. */
  readonly head: readonly string[];
  /** Which columns have any text; the others have numbers, instants and nothing. */
  readonly isText: readonly boolean[];
  portions(): AsyncIterable<{
    readonly rows: readonly (readonly string[])[];
    /** Which part of the report is read after them, 0–1. */
    readonly done: number;
  }>;
}
