export const getWorkRest = { method: 'GET', path: 'WorkRest/ForLocation/:organizationLocationId' } as const;
export const getRiskProfile = { method: 'GET', path: 'RiskProfile/:id' } as const;
export const listRiskProfiles = { method: 'GET', path: 'RiskProfile' } as const;
export const listWorkRestProfiles = { method: 'GET', path: 'WorkRest/Profiles' } as const;
export const listWorkRestChoices = { method: 'GET', path: 'WorkRest/Choices' } as const;
export const saveWorkRestChoice = { method: 'POST', path: 'WorkRest/Choices' } as const;
export const addWorkRestProfile = { method: 'POST', path: 'WorkRest/Profiles' } as const;
export const updateWorkRestProfile = { method: 'PATCH', path: 'WorkRest/Profiles' } as const;
export const deleteWorkRestProfile = { method: 'DELETE', path: 'WorkRest/Profiles/:id' } as const;
export const addRiskProfile = { method: 'POST', path: 'RiskProfile' } as const;
export const updateRiskProfile = { method: 'PATCH', path: 'RiskProfile' } as const;
export const deleteRiskProfile = { method: 'DELETE', path: 'RiskProfile/:id' } as const;
export const getHeatSeries = {
  method: 'GET',
  path: 'Observations/Heat/ForLocation/:organizationLocationId',
} as const;
