/** The times of supervision; real ms. Tests are faster. */
export interface Intervals {
  /** Between two rounds, in each of which the units that are due are asked and answers are stored. */
  readonly restMs: number;
  /**
   * Between two questions to a unit at most; battery units have so many of them. Where time runs faster it is a minute
   * of the product clock, by which pages count the time since the last contact.
   */
  readonly minuteMs: number;
  /** Units are read again after a change of hardware, at most this often. */
  readonly readEveryMs: number;
  /** After an answer that is not as it should be, until the unit is asked again. */
  readonly askAgainMs: number;
}

export const standardIntervals: Intervals = {
  ...{ restMs: 1_000, minuteMs: 60_000, readEveryMs: 5_000, askAgainMs: 10_000 },
};
