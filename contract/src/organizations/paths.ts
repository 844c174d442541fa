export const getOrganization = { method: 'GET', path: 'Customer' } as const;
