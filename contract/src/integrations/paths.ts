export const listApiKeys = { method: 'GET', path: 'ApiKey' } as const;
export const addApiKey = { method: 'POST', path: 'ApiKey' } as const;
export const changeApiKey = { method: 'PATCH', path: 'ApiKey' } as const;
export const rotateApiKey = { method: 'POST', path: 'ApiKey/Rotate/:id' } as const;
export const deleteApiKey = { method: 'DELETE', path: 'ApiKey/:id' } as const;
export const verifyInformacast = { method: 'POST', path: 'connection/verify' } as const;
export const getInformacast = { method: 'GET', path: 'connection/customer/:customerId' } as const;
export const connectInformacast = { method: 'POST', path: 'connection' } as const;
export const disconnectInformacast = { method: 'DELETE', path: 'connection/:id' } as const;
export const listInformacastSites = { method: 'GET', path: 'singlewire/sites/customer/:customerId' } as const;
export const listInformacastScenarios = {
  method: 'GET',
  path: 'singlewire/scenarios/customer/:customerId',
} as const;
export const linkLocationGroup = { method: 'POST', path: 'Webhook/OrgLocSite' } as const;
export const listScenarioTriggers = {
  method: 'GET',
  path: 'scenario-mappings/customer/:customerId',
} as const;
export const addScenarioTrigger = { method: 'POST', path: 'scenario-mappings' } as const;
export const deleteScenarioTrigger = { method: 'DELETE', path: 'scenario-mappings/:id' } as const;
export const testScenarioTrigger = { method: 'POST', path: 'scenario-mappings/Test/:id' } as const;
export const listScenarioLaunches = { method: 'GET', path: 'scenario-mappings/Launches/:id' } as const;
