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
export { insertSuperAdmin } from './first-admin.store.ts';
export { openIdentity } from './open-identity.ts';
export { hashPassword } from './passwords.ts';
export { AuthenticationError } from './principal.ts';
export { changePassword, endSignIns } from './sign-outs.store.ts';
export { getOrCreateSecret } from './store.ts';
export { watchAccess } from './watch-access.ts';
