/** Where the identity provider sends the user back to. */
export const callbackPath = '/callback';
/** Where those land who may not use a page, or nothing at all (spec 2 section 2). */
export const unauthorizedPath = '/Unauthorized';
