/**
 * Pictures of radar frames for one view, each loaded once and kept as it came (compressed, so that many
 * frames take little memory).
 */
export type ImageState = 'waiting' | 'ready' | 'missing';

export interface RadarImageStore {
  /**
   * What is wanted now by its addresses, the most urgent first. What is wanted no longer is given up and
   * forgotten.
   */
  want(addresses: readonly string[]): void;
  state(address: string): ImageState;
  image(address: string): Blob | null;
  close(): void;
}

/** How many are asked for at once: the server draws them one after the other. */
const atOnce = 3;

/** Playing wants the pictures anew with each frame: one that failed has this long to come to itself. */
const failedAgainMs = 10_000;

/**
 * `onChange` is called whenever the state of a picture changed. A picture that failed is asked for again when
 * it is wanted anew after a while. `nowMs` is a clock that only goes on.
 */
export function createRadarImages(
  load: (address: string, signal: AbortSignal) => Promise<Blob>,
  onChange: () => void,
  nowMs: () => number = () => performance.now(),
): RadarImageStore {
  const loaded = new Map<string, Blob | { readonly failedAtMs: number }>();
  const loading = new Map<string, AbortController>();
  let queue: string[] = [];

  const next = () => {
    while (loading.size < atOnce) {
      const address = queue.shift();
      if (address === undefined) return;
      const stop = new AbortController();
      loading.set(address, stop);
      load(address, stop.signal)
        .catch(() => ({ failedAtMs: nowMs() }))
        .then((image) => {
          if (stop.signal.aborted) return;
          loading.delete(address);
          loaded.set(address, image);
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
      for (const [address, image] of loaded) {
        const isDue = !(image instanceof Blob) && nowMs() - image.failedAtMs >= failedAgainMs;
        if (isDue || !addresses.has(address)) loaded.delete(address);
      }
      queue = [...addresses].filter((address) => !loaded.has(address) && !loading.has(address));
      next();
    },
    state: (address) => {
      const image = loaded.get(address);
      return image === undefined ? 'waiting' : image instanceof Blob ? 'ready' : 'missing';
    },
    image: (address) => {
      const image = loaded.get(address);
      return image instanceof Blob ? image : null;
    },
    close() {
      queue = [];
      for (const stop of loading.values()) stop.abort(new DOMException('No longer shown', 'AbortError'));
      loading.clear();
      loaded.clear();
    },
  };
}
