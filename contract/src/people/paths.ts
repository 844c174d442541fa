export const getCurrentUser = { method: 'GET', path: 'user/current' } as const;
export const listUsers = { method: 'GET', path: 'user/customer' } as const;
export const listNotificationUsers = { method: 'GET', path: 'notificationuser' } as const;
export const addNotificationUser = { method: 'POST', path: 'notificationuser' } as const;
export const updateNotificationUser = { method: 'POST', path: 'notificationuser/update' } as const;
export const deleteNotificationUser = { method: 'DELETE', path: 'notificationuser/:id' } as const;
export const getEmailSubscriptions = {
  method: 'GET',
  path: 'notificationuser/:id/emailsubscriptions',
} as const;
export const listGroups = { method: 'GET', path: 'site' } as const;
export const listOwnGroups = { method: 'GET', path: 'site/user' } as const;
export const getGroup = { method: 'GET', path: 'site/:id' } as const;
export const addGroup = { method: 'POST', path: 'site/add' } as const;
export const updateGroup = { method: 'POST', path: 'site/update' } as const;
export const deleteGroup = { method: 'POST', path: 'site/delete/:id' } as const;
export const listLocationGroups = { method: 'GET', path: 'organizationLocation/Sites/:id' } as const;
export const saveLocationGroups = { method: 'POST', path: 'organizationLocation/Sites' } as const;
export const deleteLocationGroups = { method: 'DELETE', path: 'organizationLocation/Sites/:id' } as const;
