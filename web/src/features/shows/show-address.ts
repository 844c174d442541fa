import { showPath } from '../../session/paths.ts';

/** The address of a show's screen: its token stands behind '#', which no browser sends to a server. */
export function showAddress(origin: string, token: string): string {
  return `${origin}${showPath}#${token}`;
}

/** The token of an address; null where there is none. */
export function showToken(hash: string): string | null {
  const token = hash.replace(/^#/, '');
  return token === '' ? null : token;
}
