/** The decoded pixels of an image: null while it is being decoded. */
export type Decoded = ImageBitmap | 'broken' | null;

/** Images decoded before they are shown. */
export interface DecodedImages {
  /**
   * Decodes these and releases all others. A decoded image takes a hundred times the memory of the compressed
   * one: keep few.
   */
  retain(images: readonly Blob[]): void;
  of(image: Blob): Decoded;
  /** Called when one more is decoded, until unsubscribed by the returned function. */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** `onBroken` is called when an image cannot be decoded; it stays broken. */
export function createDecoded(
  decode: (image: Blob) => Promise<ImageBitmap>,
  onBroken: () => void,
): DecodedImages {
  const held = new Map<Blob, ImageBitmap | null>();
  const broken = new WeakSet<Blob>();
  const listeners = new Set<() => void>();

  const letGo = (image: Blob) => {
    held.get(image)?.close();
    held.delete(image);
  };
  const begin = (image: Blob) => {
    held.set(image, null);
    decode(image).then(
      (pixels) => {
        // It may have been released or started again meanwhile.
        if (held.get(image) !== null) return pixels.close();
        held.set(image, pixels);
        for (const listener of [...listeners]) listener();
      },
      () => {
        broken.add(image);
        held.delete(image);
        onBroken();
      },
    );
  };

  return {
    retain(images) {
      const wanted = new Set(images);
      for (const image of [...held.keys()]) if (!wanted.has(image)) letGo(image);
      for (const image of wanted) if (!held.has(image) && !broken.has(image)) begin(image);
    },
    of: (image) => (broken.has(image) ? 'broken' : (held.get(image) ?? null)),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      for (const image of [...held.keys()]) letGo(image);
      listeners.clear();
    },
  };
}
