/** Why a sign-in through a provider does not count: a sentence for the person. */
export class SsoFailure extends Error {}
