/** What is decoded of a picture: null while it is on its way. */
export type Decoded = ImageBitmap | 'broken' | null;

/** Pictures decoded ahead of their time on the screen. */
export interface DecodedImages {
  /**
   * Has these decoded, and lets go of all others. A decoded picture takes a hundred times the memory of one
   * as it came: keep few.
   */
  retain(images: readonly Blob[]): void;
  of(image: Blob): Decoded;
  /** Called when one more is decoded, until the function that it returns is called. */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** `onBroken` is called when a picture proves to be none; it stays so. */
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
        // It may have been let go meanwhile, or begun anew.
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
