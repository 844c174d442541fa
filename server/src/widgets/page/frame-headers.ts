import type { ServerResponse } from 'node:http';

/** Who may show a widget's page in a frame. */
export interface FrameSites {
  /** Origins that were listed for the widget; empty for all sites. */
  readonly allowed: readonly string[];
  /** Our own origins, which always may: the builder shows the page. */
  readonly own: readonly string[];
}

/**
 * `frame-ancestors` for a widget. A listed site that is no origin is left out, and opens the page for nobody: it must
 * not end the directive.
 */
export function frameAncestors({ allowed, own }: FrameSites): string {
  if (allowed.length === 0) return '*';
  const origins = [...own, ...allowed].map(originOf).filter((origin) => origin !== null);
  return [...new Set(["'self'", ...origins])].join(' ');
}

function originOf(site: string): string | null {
  if (!/^https?:\/\/[^\s;,'"]+$/i.test(site) || !URL.canParse(site)) return null;
  const { origin } = new URL(site);
  return /^https?:\/\/[a-z0-9.:[\]-]+$/.test(origin) ? origin : null;
}

/** The headers of a widget's page, in place of those of every other page; on the raw response, where those are. */
export function setPageHeaders(
  response: ServerResponse,
  ancestors: string,
  { isSecure }: { readonly isSecure: boolean },
): void {
  const policy = [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'none'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-ancestors ${ancestors}`,
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  response.setHeader('content-security-policy', policy);
  // Some browsers let it win over frame-ancestors, and it cannot name sites.
  response.removeHeader('x-frame-options');
  setForOtherSites(response);
  // Pages that isolate themselves show only frames that do the same.
  response.setHeader('cross-origin-embedder-policy', 'require-corp');
}

/** For what pages of other sites load: helmet lets only our own do so. */
export function setForOtherSites(response: ServerResponse): void {
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
}
