import { operatorRole } from '@allclear/domain';
import type { Account } from './store.ts';

/** The claims of the scope `profile`. */
export const profileClaims = [
  'name',
  'given_name',
  'family_name',
  'customer_id',
  'WIDGET_ADMIN',
  'operator',
] as const;

/**
 * What the ID token and the userinfo endpoint say of a person. `WIDGET_ADMIN` is `ALL` for the Super Admins of an
 * organization that administers the widgets of all (spec 3 section 6).
 */
export function claimsOf(account: Account) {
  return {
    sub: account.id,
    ...(account.email === null ? {} : { email: account.email, email_verified: true }),
    name: [account.firstName, account.lastName].filter(Boolean).join(' '),
    given_name: account.firstName,
    family_name: account.lastName,
    ...(account.organizationId === null ? {} : { customer_id: account.organizationId }),
    ...(account.isWidgetAdmin && account.role === 'super-admin' ? { WIDGET_ADMIN: 'ALL' } : {}),
    ...(account.role === operatorRole ? { operator: true } : {}),
  };
}
