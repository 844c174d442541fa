export const listViolations = { method: 'GET', path: 'observations/Violations/:locationId' } as const;
export const listAllViolations = { method: 'GET', path: 'observations/Violations' } as const;
export const listThreats = { method: 'GET', path: 'Threats/:id' } as const;
export const getToday = { method: 'GET', path: 'Today/:id' } as const;
