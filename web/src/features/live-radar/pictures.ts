/** Pictures of radar frames for one view, each loaded once and kept as it came (compressed, so that many frames take little memory). */
export type PictureState = 'waiting' | 'ready' | 'missing';

export interface Pictures {
  /** What is wanted now by its addresses, the most urgent first. What is wanted no longer is given up and forgotten. */
  want(addresses: readonly string[]): void;
  state(address: string): PictureState;
  picture(address: string): Blob | null;
  close(): void;
}

/** How many are asked for at once: the server draws them one after the other. */
const atOnce = 3;

/** `onChange` is called whenever the state of a picture changed. A picture that failed is asked for again when it is wanted anew. */
export function createPictures(load: (address: string, signal: AbortSignal) => Promise<Blob>, onChange: () => void): Pictures {
  const known = new Map<string, Blob | 'missing'>();
  const loading = new Map<string, AbortController>();
  let queue: string[] = [];

  const next = () => {
    while (loading.size < atOnce) {
      const address = queue.shift();
      if (address === undefined) return;
      const stop = new AbortController();
      loading.set(address, stop);
      load(address, stop.signal)
        .catch(() => 'missing' as const)
        .then((picture) => {
          if (stop.signal.aborted) return;
          loading.delete(address);
          known.set(address, picture);
          onChange();
          next();
        });
    }
  };

  return {
    want(wanted) {
      const addresses = new Set(wanted);
      for (const [address, stop] of loading) {
        if (addresses.has(address)) continue;
        stop.abort(new DOMException('Another view is shown', 'AbortError'));
        loading.delete(address);
      }
      for (const [address, picture] of known) if (picture === 'missing' || !addresses.has(address)) known.delete(address);
      queue = [...addresses].filter((address) => !known.has(address) && !loading.has(address));
      next();
    },
    state: (address) => {
      const picture = known.get(address);
      return picture === undefined ? 'waiting' : picture === 'missing' ? 'missing' : 'ready';
    },
    picture: (address) => {
      const picture = known.get(address);
      return picture instanceof Blob ? picture : null;
    },
    close() {
      queue = [];
      for (const stop of loading.values()) stop.abort(new DOMException('No longer shown', 'AbortError'));
      loading.clear();
      known.clear();
    },
  };
}
