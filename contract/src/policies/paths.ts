export const listPolicyTypes = { method: 'GET', path: 'policy/types' } as const;
export const listPolicies = { method: 'GET', path: 'policy' } as const;
export const listOwnGroupPolicies = { method: 'GET', path: 'policy/site' } as const;
export const listGroupPolicies = { method: 'GET', path: 'policy/site/:id' } as const;
export const listLockingPolicies = { method: 'GET', path: 'policy/locked/:siteId' } as const;
export const listOrganizationPolicies = { method: 'GET', path: 'policy/customer/:id' } as const;
export const listUserPolicies = { method: 'GET', path: 'policy/userPolicies/:id' } as const;
export const listLocationTriggers = {
  method: 'GET',
  path: 'policy/organizationLocation/:id/triggers',
} as const;
export const addPolicy = { method: 'POST', path: 'policy' } as const;
export const updatePolicy = { method: 'PATCH', path: 'policy' } as const;
export const deletePolicy = { method: 'DELETE', path: 'policy/:id' } as const;
export const tryPolicy = { method: 'POST', path: 'policy/Backtest' } as const;
