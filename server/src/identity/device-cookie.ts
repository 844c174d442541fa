import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The name of a cookie on https: browsers take a cookie with this prefix only from this very host, encrypted
 * and for every path, so that no other host of the domain and no unencrypted answer can plant one.
 */
export function hostCookie(name: string): string {
  return `__Host-${name}`;
}

/** A browser that has signed in: its id, and marks of the accounts that signed in on it. */
export interface Device {
  readonly id: string;
  readonly marks: readonly string[];
}

/** Reads and writes the cookie by which a browser that has signed in is recognized. */
export interface DeviceCookies {
  /** The device of a Cookie header; null without a cookie that this server signed. `now` is epoch ms. */
  read(cookies: string | undefined, now: number): Device | null;
  /** Whether the account of this email address has signed in on the device. */
  hasSignedIn(device: Device, email: string): boolean;
  /** The Set-Cookie header after the account of this address signed in. */
  write(device: Device | null, email: string, now: number): string;
}

const lifetimeSeconds = 365 * 24 * 3_600;
/** Accounts of one browser; the one that signed in longest ago goes first. */
const maxMarks = 8;
const patternOf = (name: string) =>
  new RegExp(
    `(?:^|; *)${name}=(([A-Za-z0-9_-]{22})\\.(\\d{1,12})((?:\\.[A-Za-z0-9_-]{22}){1,${maxMarks}}))\\.([A-Za-z0-9_-]{43})(?:;|$)`,
  );

/**
 * The cookie is signed and names nobody in clear: an account's mark is a keyed digest of the device's id and
 * the email address. It admits nobody; it only gives the browser a count of wrong passwords of its own.
 * After the device cookies of OWASP (Slow Down Online Guessing Attacks with Device Cookies).
 */
export function createDeviceCookies({ key, secure }: { key: string; secure: boolean }): DeviceCookies {
  const name = secure ? hostCookie('allclear_device') : 'allclear_device';
  const pattern = patternOf(name);
  const keyed = (text: string) => createHmac('sha256', key).update(text).digest();
  const signatureOf = (payload: string) => keyed(`cookie ${payload}`);
  const markOf = (id: string, email: string) =>
    keyed(`account ${id} ${email.trim().toLowerCase()}`).subarray(0, 16).toString('base64url');
  return {
    read(cookies, now) {
      const [, payload, id, issuedAt, marks, signature] = pattern.exec(cookies ?? '') ?? [];
      if (!payload || !id || !marks || !signature) return null;
      if (!timingSafeEqual(signatureOf(payload), Buffer.from(signature, 'base64url'))) return null;
      if (now >= (Number(issuedAt) + lifetimeSeconds) * 1_000) return null;
      return { id, marks: marks.slice(1).split('.') };
    },
    hasSignedIn: ({ id, marks }, email) => marks.includes(markOf(id, email)),
    write(device, email, now) {
      const id = device?.id ?? randomBytes(16).toString('base64url');
      const mark = markOf(id, email);
      const marks = [mark, ...(device?.marks ?? []).filter((other) => other !== mark)].slice(0, maxMarks);
      const payload = [id, Math.floor(now / 1_000), ...marks].join('.');
      const value = `${payload}.${signatureOf(payload).toString('base64url')}`;
      return `${name}=${value}; Path=${secure ? '/' : '/identity'}; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
    },
  };
}
