export const getCurrentUser = { method: 'GET', path: 'user/current' } as const;
export const listUsers = { method: 'GET', path: 'user/customer' } as const;
export const listRoles = { method: 'GET', path: 'user/roles' } as const;
export const setUserRole = { method: 'POST', path: 'user/roles' } as const;
export const addUser = { method: 'POST', path: 'user' } as const;
export const updateUser = { method: 'POST', path: 'user/update' } as const;
export const deleteUser = { method: 'DELETE', path: 'user/:id' } as const;
export const demoteUser = { method: 'DELETE', path: 'user/demote' } as const;
export const promoteNotificationUser = { method: 'POST', path: 'user/PromoteNotificationOnlyUser' } as const;
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
export const sendActivationEmail = { method: 'GET', path: 'account/sendactivateemail' } as const;
export const changePassword = { method: 'POST', path: 'account/change' } as const;
export const listSessions = { method: 'GET', path: 'account/sessions' } as const;
export const endSession = { method: 'DELETE', path: 'account/sessions/:id' } as const;
export const endOtherSessions = { method: 'DELETE', path: 'account/sessions' } as const;
export const getFactors = { method: 'GET', path: 'account/factors' } as const;
export const beginTotp = { method: 'POST', path: 'account/factors/totp' } as const;
export const confirmTotp = { method: 'POST', path: 'account/factors/totp/confirm' } as const;
export const removeTotp = { method: 'POST', path: 'account/factors/totp/remove' } as const;
export const renewRecoveryCodes = { method: 'POST', path: 'account/factors/recoverycodes' } as const;
export const beginPasskey = { method: 'POST', path: 'account/factors/passkey' } as const;
export const confirmPasskey = { method: 'POST', path: 'account/factors/passkey/confirm' } as const;
export const removePasskey = { method: 'POST', path: 'account/factors/passkey/remove' } as const;
export const resetFactors = { method: 'POST', path: 'account/factors/reset' } as const;
export const getFactorRoles = { method: 'GET', path: 'Settings/SecondFactor' } as const;
export const saveFactorRoles = { method: 'POST', path: 'Settings/SecondFactor' } as const;
export const previewPersonImport = { method: 'POST', path: 'user/Import' } as const;
export const listPersonImportRows = { method: 'GET', path: 'user/Import/:id/Rows' } as const;
export const getPersonImportErrors = { method: 'GET', path: 'user/Import/:id/Errors' } as const;
export const importPeople = { method: 'POST', path: 'user/Import/:id' } as const;
export const getSso = { method: 'GET', path: 'customer/:customerId/sso' } as const;
export const saveSso = { method: 'POST', path: 'customer/:customerId/sso' } as const;
export const deleteSso = { method: 'DELETE', path: 'customer/:customerId/sso' } as const;
export const addSsoDomain = { method: 'POST', path: 'customer/:customerId/sso/domains' } as const;
export const proveSsoDomain = { method: 'POST', path: 'customer/:customerId/sso/domains/prove' } as const;
export const deleteSsoDomain = {
  method: 'DELETE',
  path: 'customer/:customerId/sso/domains/:domain',
} as const;
export const beginSsoTest = { method: 'POST', path: 'customer/:customerId/sso/test' } as const;
export const endSsoTest = { method: 'POST', path: 'customer/:customerId/sso/test/end' } as const;
export const getConsultation = { method: 'GET', path: 'Consultation' } as const;
export const submitConsultation = { method: 'POST', path: 'Consultation' } as const;
export const requestSupport = { method: 'POST', path: 'Support' } as const;
export const getProfile = { method: 'GET', path: 'user/profile' } as const;
export const saveProfile = { method: 'POST', path: 'user/profile' } as const;
export const changeEmail = { method: 'POST', path: 'account/email' } as const;
export const confirmEmail = { method: 'POST', path: 'account/email/confirm' } as const;
export const exportOwnData = { method: 'GET', path: 'account/export' } as const;
export const exportUserData = { method: 'GET', path: 'user/:id/export' } as const;
export const eraseUser = { method: 'POST', path: 'user/erase' } as const;
