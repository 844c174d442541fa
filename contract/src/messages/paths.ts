export const listLocationForecasts = {
  method: 'GET',
  path: 'ProactiveForecast/Location/:locationId',
} as const;
export const listForecasts = { method: 'GET', path: 'ProactiveForecast' } as const;
export const addForecast = { method: 'POST', path: 'ProactiveForecast' } as const;
export const expireForecast = { method: 'POST', path: 'ProactiveForecast/Expire/:id' } as const;
export const massMessageHistory = { method: 'GET', path: 'Communication/Mass/History' } as const;
export const massMessageRecipients = {
  method: 'GET',
  path: 'Communication/Mass/History/:id/Recipients',
} as const;
export const massMessageAddressees = { method: 'GET', path: 'Communication/Mass/Addressees' } as const;
export const previewMassMessage = { method: 'POST', path: 'Communication/Mass/Preview' } as const;
export const sendMassMessage = { method: 'POST', path: 'Communication/Mass/Send' } as const;
export const massMessageTemplates = { method: 'GET', path: 'Communication/Mass/Templates' } as const;
export const addMassMessageTemplate = { method: 'POST', path: 'Communication/Mass/Create/Template' } as const;
export const changeMassMessageTemplate = {
  method: 'POST',
  path: 'Communication/Mass/Update/Template',
} as const;
export const deleteMassMessageTemplate = {
  method: 'DELETE',
  path: 'Communication/Mass/Delete/Template/:id',
} as const;
