export const getStatus = { method: 'GET', path: 'status' } as const;
export const events = { method: 'GET', path: 'events' } as const;
