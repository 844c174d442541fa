import { setImmediate as nextTurn } from 'node:timers/promises';
import { AdapterError, type Geocoder } from '@allclear/adapters';

/** What the address search says of an address. */
export type AddressLookUp =
  | {
      readonly kind: 'found';
      readonly label: string;
      readonly latitude: number;
      readonly longitude: number;
    }
  /** `unavailable`: the search failed, or the time was over. */
  | { readonly kind: 'unknown' | 'too-many' | 'unavailable' };

/** Different addresses of one file that are looked up, one after the other. */
export const maxAddresses = 100;
const limitMs = 10_000;

/**
 * Looks addresses up, at most a hundred different ones and for ten seconds altogether, one after the other: an
 * address search is a shared service. The rest is said to be too many, or unavailable.
 */
export async function lookUpAddresses(
  geocoder: Geocoder,
  addresses: readonly string[],
  { withinMs = limitMs }: { withinMs?: number } = {},
): Promise<Map<string, AddressLookUp>> {
  const signal = AbortSignal.timeout(withinMs);
  const found = new Map<string, AddressLookUp>();
  let isDown = false;
  for (const address of new Set(addresses)) {
    if (found.size >= maxAddresses) found.set(address, { kind: 'too-many' });
    else if (isDown || signal.aborted) found.set(address, { kind: 'unavailable' });
    else {
      const answer = await lookUp(geocoder, address, signal);
      isDown = answer.kind === 'unavailable';
      found.set(address, answer);
      await nextTurn();
    }
  }
  return found;
}

async function lookUp(geocoder: Geocoder, text: string, signal: AbortSignal): Promise<AddressLookUp> {
  try {
    const [place] = await geocoder.search({ text, limit: 1, signal });
    return place ? { kind: 'found', ...place } : { kind: 'unknown' };
  } catch (error) {
    if (error instanceof AdapterError || signal.aborted) return { kind: 'unavailable' };
    throw error;
  }
}
