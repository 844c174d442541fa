/** For tests: responses in the format of api.weather.gov, invented. Times epoch ms. */

type Fields = Record<string, unknown>;

const iso = (at: number) => new Date(at).toISOString().replace('.000Z', '+00:00');

/**
 * A Severe Thunderstorm Warning around 28 N 82.5 W, sent at `sentAt`, that ends 45 minutes later, with
 * `changes` applied.
 */
export function nwsFeature(sentAt: number, changes: Fields = {}, geometry: unknown = polygon): Fields {
  const id = `urn:oid:2.49.0.1.840.0.test${sentAt}.001.1`;
  return {
    id: `https://api.weather.gov/alerts/${id}`,
    type: 'Feature',
    geometry,
    properties: {
      '@id': `https://api.weather.gov/alerts/${id}`,
      id,
      areaDesc: 'Pinellas, FL; Hillsborough, FL',
      geocode: { SAME: ['012103', '012057'], UGC: ['FLC103', 'FLC057'] },
      affectedZones: [
        'https://api.weather.gov/zones/county/FLC103',
        'https://api.weather.gov/zones/county/FLC057',
      ],
      references: [],
      sent: iso(sentAt),
      effective: iso(sentAt),
      onset: iso(sentAt),
      expires: iso(sentAt + 45 * 60_000),
      ends: iso(sentAt + 45 * 60_000),
      status: 'Actual',
      messageType: 'Alert',
      severity: 'Severe',
      certainty: 'Observed',
      urgency: 'Immediate',
      event: 'Severe Thunderstorm Warning',
      senderName: 'NWS Tampa Bay FL',
      headline: 'Severe Thunderstorm Warning issued',
      description: 'HAZARD...60 mph wind gusts.',
      instruction: null,
      parameters: { VTEC: ['/O.NEW.KTBW.SV.W.0042.261010T0840Z-261010T0925Z/'] },
      ...changes,
    },
  };
}

export const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-82.8, 27.7],
      [-82.2, 27.7],
      [-82.2, 28.3],
      [-82.8, 28.3],
      [-82.8, 27.7],
    ],
  ],
};

export function nwsList(updatedAt: number | null, features: readonly unknown[]): string {
  const title = 'Current watches, warnings, and advisories';
  return JSON.stringify({
    '@context': [],
    type: 'FeatureCollection',
    features,
    title,
    ...(updatedAt === null ? {} : { updated: iso(updatedAt) }),
  });
}

export function nwsPoint(zones: {
  forecast?: string | null;
  county?: string | null;
  fire?: string | null;
}): string {
  const address = (type: string, code: string | null | undefined) =>
    code ? `https://api.weather.gov/zones/${type}/${code}` : null;
  return JSON.stringify({
    type: 'Feature',
    properties: {
      '@type': 'wx:Point',
      forecastZone: address('forecast', zones.forecast),
      county: address('county', zones.county),
      fireWeatherZone: address('fire', zones.fire),
      timeZone: 'America/New_York',
    },
  });
}

/** A zone in the service's format, with the given geometry. */
export function nwsZone(type: 'county' | 'fire' | 'forecast', code: string, geometry: unknown): string {
  const url = `https://api.weather.gov/zones/${type}/${code}`;
  return JSON.stringify({
    '@context': { '@version': '1.1' },
    id: url,
    type: 'Feature',
    geometry,
    properties: {
      '@id': url,
      '@type': 'wx:Zone',
      id: code,
      type: type === 'forecast' ? 'public' : type,
      name: 'Somewhere',
      effectiveDate: '2026-03-03T18:00:00+00:00',
      expirationDate: '2200-01-01T00:00:00+00:00',
      state: code.slice(0, 2),
    },
  });
}
