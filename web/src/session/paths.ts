/** The return address for the identity provider. */
export const callbackPath = '/callback';
/** The page for users without permission for a page, or for anything (spec 2 section 2). */
export const unauthorizedPath = '/Unauthorized';
/** Where a code by which an operator acts as a person is exchanged (spec 2 section 2). */
export const impersonationPath = '/impersonation';
/** The page of operators. */
export const operatorPath = '/operator';
/** An operator's own account. */
export const operatorProfilePath = '/operator/profile';
/** Where the mail to a new email address leads. */
export const confirmAddressPath = '/ConfirmAddress';
/** The first run of an installation: before the first sign-in, and its two steps after it. */
export const setupPath = '/setup';
export const setupMailPath = '/setup/mail';
export const setupLocationPath = '/setup/location';
/** The wall, the only page that a display link opens. */
export const wallPath = '/wall';
