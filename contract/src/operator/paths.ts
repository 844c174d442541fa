export const listOrganizations = { method: 'GET', path: 'operator/Organizations' } as const;
export const getManagedOrganization = { method: 'GET', path: 'operator/Organizations/:id' } as const;
export const addOrganization = { method: 'POST', path: 'operator/Organizations' } as const;
export const updateOrganization = { method: 'PATCH', path: 'operator/Organizations' } as const;
export const eraseOrganization = { method: 'POST', path: 'operator/Organizations/Erase' } as const;
export const startImpersonation = { method: 'POST', path: 'operator/Impersonation' } as const;
export const endImpersonation = { method: 'POST', path: 'account/impersonation/end' } as const;
