/**
 * Images of radar frames for one view, each loaded once and stored compressed, so that many frames take
 * little memory.
 */
export type ImageState = 'waiting' | 'ready' | 'missing';

export interface RadarImageStore {
  /** The wanted images by their addresses, the most urgent first. Others are canceled and dropped. */
  want(addresses: readonly string[]): void;
  state(address: string): ImageState;
  image(address: string): Blob | null;
  close(): void;
}

/** The number of parallel requests: the server draws images one after the other. */
const atOnce = 3;

/** Playback requests the images again with each frame: a failed one is retried only after this time. */
const failedAgainMs = 10_000;

/**
 * `onChange` is called whenever the state of an image changed. A failed image that is still wanted is
 * requested again after a while. `nowMs` is a monotonic clock.
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
