export const getTimeline = { method: 'GET', path: 'Timeline/:organizationLocationId' } as const;
export const exportTimeline = { method: 'GET', path: 'Timeline/:organizationLocationId/Export' } as const;
