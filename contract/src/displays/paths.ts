export const listDisplayLinks = { method: 'GET', path: 'DisplayLink' } as const;
export const addDisplayLink = { method: 'POST', path: 'DisplayLink' } as const;
export const deleteDisplayLink = { method: 'DELETE', path: 'DisplayLink/:id' } as const;
