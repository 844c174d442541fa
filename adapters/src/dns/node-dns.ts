import { Resolver } from 'node:dns/promises';
import { AdapterError } from '../adapter-error.ts';
import type { TxtResolver } from './port.ts';

/** Asks the name servers of the machine, else those that are given (`address:port`). */
export function createTxtResolver(servers: readonly string[] = []): TxtResolver {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async txt(domain) {
      try {
        return (await resolver.resolveTxt(domain)).map((parts) => parts.join(''));
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (['ENODATA', 'ENOTFOUND', 'EBADNAME'].includes(code)) return [];
        throw new AdapterError('dns', 'refused', `The name servers do not answer for ${domain} (${code}).`);
      }
    },
  };
}
