export const getOrganization = { method: 'GET', path: 'Customer' } as const;
export const getOrganizationById = { method: 'GET', path: 'Customer/:id' } as const;
export const getOrganizationSettings = { method: 'GET', path: 'Settings/Organization' } as const;
export const saveOrganizationSettings = { method: 'POST', path: 'Settings/Organization' } as const;
