export const listAdvisories = { method: 'GET', path: 'Advisory/:id' } as const;
export const listAdvisoryDetails = { method: 'GET', path: 'Advisory/Detail/:id' } as const;
export const listMapAlerts = { method: 'GET', path: 'map/Alerts' } as const;
export const listZoneShapes = { method: 'GET', path: 'map/Alerts/Zones' } as const;
export const alertsByPoint = { method: 'POST', path: 'map/Alerts/ByPoint' } as const;
