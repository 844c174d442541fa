/** The environment of a run; `scripts/attacks.mjs` sets it from the command line. */

const { ATTACKS: form, ATTACKS_SEED: given } = process.env;

/** `npm run attacks`: the limits hold as they are, whatever else the machine does. */
export const isStrict = form === 'strict' || form === 'long';

/** `npm run attacks -- --long`: also what takes minutes. */
export const isLong = form === 'long';

/** Of everything random in a run; the same seed draws the same. */
export const seed = given ? Number(given) : Math.floor(Math.random() * 2 ** 31);
