import type { Account } from '../store.ts';

/** Fewest characters of a password. */
export const minPasswordLength = 12;
export const maxPasswordLength = 1_000;
/** The estimate takes time that grows with the length; what is behind these characters makes nothing easier. */
const judgedLength = 72;
/** zxcvbn's scale of 0–4: below 3 a password is guessed by offline attacks on a slow hash. */
const minScore = 3;
/** Characters that must be left when names are taken away. */
const minOwnLength = 8;

/**
 * Why a password cannot be taken; empty when it can. NIST SP 800-63B-4: length over composition rules, no
 * well-known passwords, nothing of the person's names and address.
 */
export async function checkNewPassword(
  password: string,
  account: Pick<Account, 'email' | 'firstName' | 'lastName'>,
): Promise<string[]> {
  if ([...password].length < minPasswordLength)
    return [`The password needs at least ${minPasswordLength} characters.`];
  if (password.length > maxPasswordLength)
    return [`The password can have at most ${maxPasswordLength} characters.`];
  const own = ownWordsOf(account);
  const rest = own.reduce((text, word) => text.replaceAll(word, ''), normalized(password));
  if (rest.length < minOwnLength && rest !== normalized(password))
    return ['The password must not be made of your name or email address.'];
  const { score } = (await estimator()).check(password.slice(0, judgedLength), ['allclear', ...own]);
  return score < minScore
    ? ['The password is too easy to guess. A few words that do not belong together are better.']
    : [];
}

function normalized(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Names and parts of the address from three characters on, the longest first. */
function ownWordsOf({
  email,
  firstName,
  lastName,
}: Pick<Account, 'email' | 'firstName' | 'lastName'>): string[] {
  const address = normalized(email ?? '');
  const words = [
    address,
    ...address.split(/[@._+-]+/),
    ...normalized(`${firstName} ${lastName}`).split(/\s+/),
  ];
  return [...new Set(words.filter((word) => word.length >= 3))].sort((a, b) => b.length - a.length);
}

type Estimator = { check(password: string, own: string[]): { readonly score: number } };
let loading: Promise<Estimator> | undefined;

/** The list of common passwords takes a megabyte: it is loaded when a password is first chosen. */
function estimator(): Promise<Estimator> {
  loading ??= (async () => {
    const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ]);
    return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  })();
  return loading;
}
