export const listAirQuality = { method: 'GET', path: 'AirQuality/Location/:id' } as const;
export const listAirQualityAt = { method: 'GET', path: 'AirQuality' } as const;
export const listAirQualityCategories = { method: 'GET', path: 'AirQuality/Categories' } as const;
