export { endAccountLinks, findPendingAddress } from './account-links/account-links.store.ts';
export {
  noteAddressChange,
  requestAddressChange,
  takeAddressChange,
} from './account-links/address-change.ts';
export { type Invitation, type InvitationContext, inviteUser } from './account-links/invite.ts';
export { endAccountMail } from './account-mail/account-mail.store.ts';
export { accountMail } from './account-mail/account-mail.ts';
export { type PreparedAccountMail, prepareAccountMail } from './account-mail/prepare-account-mail.ts';
export { createApiKey } from './api-keys.ts';
export {
  insertDisplayLink,
  type ListedDisplayLink,
  listDisplayLinks,
  maxDisplayLinks,
  revokeDisplayLink,
  TooManyDisplayLinks,
} from './display-links.store.ts';
export { makeDisplayToken } from './display-links.ts';
export {
  confirmPasskey,
  confirmTotp,
  type Enrolled,
  offerPasskey,
  offerTotp,
  removeFactor,
  renewRecoveryCodes,
  resetFactors,
} from './factors/enroll.ts';
export { readFactorRoles, readFactors, removeFactors, saveFactorRoles } from './factors/factors.store.ts';
export { relyingPartyOf } from './factors/passkeys.ts';
export type { FactorContext } from './factors/second-factor.ts';
export { insertSuperAdmin } from './first-admin.store.ts';
export { openIdentity } from './open-identity.ts';
export { changeOwnPassword, checkOwnPassword } from './passwords/own-password.ts';
export { hashPassword } from './passwords/passwords.ts';
export { AuthenticationError } from './principal.ts';
export { deviceName } from './sessions/device-name.ts';
export { endSession, listSessions, type SignInSession } from './sessions/sessions.store.ts';
export { changePassword, endSignIns } from './sessions/sign-outs.store.ts';
export { type Account, accountByEmail, accountById, getOrCreateSecret } from './store.ts';
export { watchAccess } from './watch-access.ts';
