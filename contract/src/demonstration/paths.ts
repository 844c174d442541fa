export const listDemonstrationEvents = { method: 'GET', path: 'demonstration/Events' } as const;
export const startDemonstrationEvent = { method: 'POST', path: 'demonstration/Events' } as const;
