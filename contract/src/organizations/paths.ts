export const getOrganization = { method: 'GET', path: 'Customer' } as const;
export const getOrganizationById = { method: 'GET', path: 'Customer/:id' } as const;
