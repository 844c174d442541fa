import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's second recommended setting for argon2id: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Longer passwords are refused without hashing, so that a request cannot make the server hash megabytes. */
const longestPassword = 1_000;

/** Hashes at once: one core is left for requests, which must not wait while many people sign in. */
const maxAtOnce = Math.max(1, availableParallelism() - 1);
let running = 0;
const waiting: (() => void)[] = [];

/** Runs a hash as soon as it may: first come, first served. */
async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // The next one takes its place.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

let dummy: Promise<string> | undefined;

/** The argon2id hash of a password, with its own salt and its cost written into it. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length > longestPassword)
    throw new RangeError(`A password has at most ${longestPassword} characters.`);
  return limited(() => hash(password, cost));
}

/**
 * Whether the password is the one that was hashed. Where there is no hash (no such account, an account
 * without a password) the same work is done with a dummy, so that the response time does not show which
 * accounts exist.
 */
export async function verifyPassword(kept: string | null | undefined, password: string): Promise<boolean> {
  if (password.length > longestPassword) return false;
  dummy ??= hash('no account has this password', cost);
  const against = kept ?? (await dummy);
  const isRight = await limited(() => verify(against, password)).catch(() => false);
  return isRight && kept !== null && kept !== undefined;
}
