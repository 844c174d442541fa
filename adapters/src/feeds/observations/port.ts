/** A surface weather report. SI units; null is missing, never zero. Times epoch ms. */
export interface StationReport {
  /** Station identifier, 'KTPA'. */
  readonly stationId: string;
  readonly stationName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly elevationM: number | null;
  readonly observedAt: number;
  readonly temperatureC: number | null;
  readonly dewPointC: number | null;
  readonly windMps: number | null;
  readonly windGustMps: number | null;
  /** Degrees the wind comes from, 'variable', or null. */
  readonly windDirection: number | 'variable' | null;
  /** Altimeter setting (sea-level reduced), hPa. */
  readonly altimeterHpa: number | null;
  readonly visibilityMiles: number | null;
  /** The report contains 'at least' ("10+"). */
  readonly visibilityAtLeast: boolean;
  /** Precipitation since the last routine hourly report, mm. */
  readonly precipitationLastHourMm: number | null;
  /** Cloud fraction 0–1, null when unknown. */
  readonly cloudCover: number | null;
  /** Weather as text ('Thunderstorm, heavy rain'), null when the report has none. */
  readonly weatherText: string | null;
  /**
   * Thunder at the station; `unknown` with TSNO or when the report cannot contain it. Never a reason to
   * clear.
   */
  readonly thunder: 'yes' | 'no' | 'unknown';
  readonly raw: string;
}

export interface ObservationFeed {
  /** 'metar', 'simulated'. */
  readonly vendor: string;
  readonly pollEveryMs: number;
  /**
   * The newest reports around the places (degrees), at most 50 miles from one of them. The number of requests
   * does not grow with the number of neighboring places. Throws AdapterError when the source cannot be read
   * or returns something else.
   */
  poll(request: {
    readonly now: number;
    readonly places: readonly { readonly latitude: number; readonly longitude: number }[];
    readonly signal: AbortSignal;
  }): Promise<StationReport[]>;
}
