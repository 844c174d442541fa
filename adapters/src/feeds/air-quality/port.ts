import type { Pollutant } from '@allclear/domain';

/** What one monitor says of one pollutant, or a model of the place. */
export interface PollutantReading {
  readonly pollutant: Pollutant;
  readonly siteName: string;
  /** Set where the value is a model's for the place that was asked for: no monitor stands there. */
  readonly modelled?: true;
  /** Where the monitor stands, degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** The beginning of the newest hour, epoch ms. */
  readonly observedAt: number;
  /** The NowCast index that the source states; null when it leaves that to us. */
  readonly nowCastIndex: number | null;
  /**
   * Hourly means, newest first (µg/m³ for particles, ppm for ozone); null when the source tells the index
   * alone.
   */
  readonly hours: readonly (number | null)[] | null;
}

export interface AirQualityFeed {
  /** 'airnow', 'open-meteo', 'simulated'. */
  readonly vendor: string;
  /** How often a place is asked for. */
  readonly pollEveryMs: number;
  /** What the source is left in peace between two requests. */
  readonly pauseMs: number;
  /** Who is to be named beside the readings. */
  readonly attribution: string;
  /**
   * The nearest readings around a place (degrees), one of each pollutant at most; none where nothing is
   * measured. What is broken but not needed is told to `onFault`. Throws AdapterError when the source cannot
   * be read or is something else.
   */
  read(request: {
    readonly latitude: number;
    readonly longitude: number;
    readonly now: number;
    readonly signal: AbortSignal;
    readonly onFault?: (error: Error) => void;
  }): Promise<readonly PollutantReading[]>;
}
