export { endAccountLinks, findPendingAddress, noteActivation } from './account-links/account-links.store.ts';
export {
  noteAddressChange,
  requestAddressChange,
  takeAddressChange,
} from './account-links/address-change.ts';
export {
  type Invitation,
  type InvitationContext,
  inviteNewUsers,
  inviteUser,
} from './account-links/invite.ts';
export { endAccountMail } from './account-mail/account-mail.store.ts';
export { accountMail, queueAccountMail } from './account-mail/account-mail.ts';
export { type PreparedAccountMail, prepareAccountMail } from './account-mail/prepare-account-mail.ts';
export {
  type ApiKeyLimits,
  changeApiKey,
  insertApiKey,
  listApiKeys,
  maxApiKeys,
  RotatedLately,
  readApiKey,
  revokeApiKey,
  rotateApiKey,
  type StoredApiKey,
  TooManyApiKeys,
} from './api-keys/api-keys.store.ts';
export { createApiKey, makeApiKey } from './api-keys/api-keys.ts';
export { checkCallers } from './check-callers.ts';
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
  noteFactorOffer,
  offerPasskey,
  offerTotp,
  removeFactor,
  renewRecoveryCodes,
  resetFactors,
} from './factors/enroll.ts';
export {
  readFactorRoleSettings,
  readFactors,
  removeFactors,
  type StoredFactorRoles,
  saveFactorRoles,
} from './factors/factors.store.ts';
export { relyingPartyOf } from './factors/passkeys.ts';
export type { FactorContext } from './factors/second-factor.ts';
export { insertOperator, insertSuperAdmin } from './first-admin.store.ts';
export {
  findImpersonation,
  type Impersonation,
  listImpersonations,
} from './impersonation/impersonations.store.ts';
export { openIdentity } from './open-identity.ts';
export { waitText } from './pages/forms.ts';
export { changeOwnPassword, checkOwnPassword } from './passwords/own-password.ts';
export { checkNewPassword } from './passwords/password-policy.ts';
export { hashPassword } from './passwords/passwords.ts';
export { AuthenticationError } from './principal.ts';
export { deviceName } from './sessions/device-name.ts';
export { endSession, endSessions, listSessions, type SignInSession } from './sessions/sessions.store.ts';
export { changePassword, endSignIns } from './sessions/sign-outs.store.ts';
export { guessWindowMs } from './sign-in.ts';
export { countGuess, forgetGuesses } from './sign-in-failures.store.ts';
export { matchPerson } from './single-sign-on/match-person.ts';
export { clientSecretPurpose, discover } from './single-sign-on/oidc-provider-client.ts';
export { fetchMetadata } from './single-sign-on/saml-metadata.ts';
export {
  noteTest,
  noteTestBegun,
  readSso,
  removeSso,
  type SsoConfig,
  type SsoInput,
  type SsoProvider,
  saveSso,
} from './single-sign-on/sso-config.store.ts';
export type { SsoContext } from './single-sign-on/sso-context.ts';
export {
  addDomain,
  findDomain,
  listDomains,
  proveDomain,
  removeDomain,
} from './single-sign-on/sso-domains.store.ts';
export { SsoFailure } from './single-sign-on/sso-failure.ts';
export { beginVisit, endVisit, oidcCallback, samlCallback } from './single-sign-on/visit-provider.ts';
export { type Account, accountByEmail, accountById, getOrCreateSecret } from './store.ts';
export { type SignedIn, watchAccess, whoMayStill } from './watch-access.ts';
