export const listConditionsHistory = { method: 'GET', path: 'Observations/Historical/:id' } as const;
export const listConditionsOfDay = { method: 'GET', path: 'Observations/Historical/Day/:id' } as const;
export const listConditionsOfWeek = { method: 'GET', path: 'Observations/Historical/Week/:id' } as const;
export const listConditionsOfMonth = { method: 'GET', path: 'Observations/Historical/Month/:id' } as const;
export const listConditionsBetween = { method: 'GET', path: 'Observations/Historical/Custom/:id' } as const;
export const getLocationObservation = { method: 'GET', path: 'observations/ForLocation/:id' } as const;
export const getObservationAtPoint = { method: 'GET', path: 'observations' } as const;
export const getMetarAtPoint = { method: 'GET', path: 'observations/metar' } as const;
export const listLocationObservations = { method: 'GET', path: 'observations/ForLocations' } as const;
export const listPublicConditions = {
  method: 'GET',
  path: 'public/WeatherStation/:id/Historical',
} as const;
export const listEvapotranspiration = { method: 'GET', path: 'Observations/Evapotranspiration/:id' } as const;
export const listEvapotranspirationBetween = {
  method: 'GET',
  path: 'Observations/Evapotranspiration/Custom/:id',
} as const;
