import type { ForecastHour } from '@allclear/domain';

/** The square of a source's grid in which a place lies: all places in it share one forecast. */
export interface ForecastCell {
  /** The source's own name of it: 'ALY/71,67'. */
  readonly cell: string;
  /** A place in it, degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

export interface Forecast {
  /** When the source made it, epoch ms. */
  readonly issuedAt: number;
  /**
   * The instant for which it is good, epoch ms: when it was read, or earlier when the source serves an old
   * one.
   */
  readonly asOf: number;
  /** Of the cell, metres above the sea. */
  readonly elevationM: number | null;
  /** One for each hour, in order of time, without those of which nothing is forecast. */
  readonly hours: readonly ForecastHour[];
}

export interface ForecastFeed {
  /** 'nws', 'open-meteo', 'simulated'. */
  readonly vendor: string;
  /** How often a cell is read. */
  readonly pollEveryMs: number;
  /** What the source is left in peace between two requests. */
  readonly pauseMs: number;
  /** Who is to be named beside the forecast. */
  readonly attribution: string;
  /**
   * The cell of a place (degrees); null where the source does not reach. Throws AdapterError when it does not
   * say.
   */
  cellOf(request: {
    readonly latitude: number;
    readonly longitude: number;
    readonly signal: AbortSignal;
  }): Promise<string | null>;
  /**
   * Reads the forecast of a cell. What is broken but not needed is told to `onFault`. Throws AdapterError
   * when it cannot be read or is something else.
   */
  read(request: {
    readonly cell: ForecastCell;
    readonly now: number;
    readonly signal: AbortSignal;
    readonly onFault?: (error: Error) => void;
  }): Promise<Forecast>;
}
