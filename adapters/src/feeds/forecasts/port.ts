import type { ForecastHour } from '@allclear/domain';

/** The cell of a source's grid that contains a place: all places in it share one forecast. */
export interface ForecastCell {
  /** The source's own name of the cell: 'ALY/71,67'. */
  readonly cell: string;
  /** A place in the cell, degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

export interface Forecast {
  /** When the source made it, epoch ms. */
  readonly issuedAt: number;
  /**
   * The instant through which it is valid, epoch ms: when it was read, or earlier when the source returned a
   * stale one.
   */
  readonly asOf: number;
  /** Of the cell, meters above sea level. */
  readonly elevationM: number | null;
  /** One per hour, in order of time, without hours that have no value. */
  readonly hours: readonly ForecastHour[];
}

export interface ForecastFeed {
  /** 'nws', 'open-meteo', 'simulated'. */
  readonly vendor: string;
  /** How often a cell is read. */
  readonly pollEveryMs: number;
  /** Minimum interval between two requests to the source. */
  readonly pauseMs: number;
  /** Attribution beside the forecast. */
  readonly attribution: string;
  /**
   * The cell of a place (degrees); null outside the source's area. Throws AdapterError when the source does
   * not answer.
   */
  cellOf(request: {
    readonly latitude: number;
    readonly longitude: number;
    readonly signal: AbortSignal;
  }): Promise<string | null>;
  /**
   * Reads the forecast of a cell. Errors in optional parts go to `onFault`. Throws AdapterError when the
   * forecast cannot be read or is something else.
   */
  read(request: {
    readonly cell: ForecastCell;
    readonly now: number;
    readonly signal: AbortSignal;
    readonly onFault?: (error: Error) => void;
  }): Promise<Forecast>;
}
