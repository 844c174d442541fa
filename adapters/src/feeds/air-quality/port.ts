import type { Pollutant } from '@allclear/domain';

/** The readings of one pollutant at one monitor, or of a model for the place. */
export interface PollutantReading {
  readonly pollutant: Pollutant;
  readonly siteName: string;
  /** Set where the value is a model's for the requested place, without a monitor. */
  readonly modelled?: true;
  /** Position of the monitor, degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Start of the newest hour, epoch ms. */
  readonly observedAt: number;
  /** The NowCast index of the source; null when it has to be computed here. */
  readonly nowCastIndex: number | null;
  /**
   * Hourly means, newest first (µg/m³ for particles, ppm for ozone); null when the source gives only the
   * index.
   */
  readonly hours: readonly (number | null)[] | null;
}

export interface AirQualityFeed {
  /** 'airnow', 'open-meteo', 'simulated'. */
  readonly vendor: string;
  /** How often a place is polled. */
  readonly pollEveryMs: number;
  /** Minimum interval between two requests to the source. */
  readonly pauseMs: number;
  /** Attribution beside the readings. */
  readonly attribution: string;
  /**
   * The nearest readings around a place (degrees), one of each pollutant at most; empty where nothing is
   * measured. Errors in optional parts go to `onFault`. Throws AdapterError when the source cannot be read or
   * returns something else.
   */
  read(request: {
    readonly latitude: number;
    readonly longitude: number;
    readonly now: number;
    readonly signal: AbortSignal;
    readonly onFault?: (error: Error) => void;
  }): Promise<readonly PollutantReading[]>;
}
