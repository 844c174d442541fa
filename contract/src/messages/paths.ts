export const listLocationForecasts = {
  method: 'GET',
  path: 'ProactiveForecast/Location/:locationId',
} as const;
export const listForecasts = { method: 'GET', path: 'ProactiveForecast' } as const;
export const addForecast = { method: 'POST', path: 'ProactiveForecast' } as const;
export const expireForecast = { method: 'POST', path: 'ProactiveForecast/Expire/:id' } as const;
