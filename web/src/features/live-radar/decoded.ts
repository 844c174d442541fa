/** What is decoded of a picture: null while it is on its way. */
export type Decoded = ImageBitmap | 'broken' | null;

/** Pictures decoded ahead of their time on the screen. */
export interface DecodedPictures {
  /** Has these decoded, and lets go of all others. A decoded picture takes a hundred times the memory of one as it came: keep few. */
  keep(pictures: readonly Blob[]): void;
  of(picture: Blob): Decoded;
  /** Called when one more is decoded, until the function that it returns is called. */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** `onBroken` is called when a picture proves to be none; it stays so. */
export function createDecoded(decode: (picture: Blob) => Promise<ImageBitmap>, onBroken: () => void): DecodedPictures {
  const held = new Map<Blob, ImageBitmap | null>();
  const broken = new WeakSet<Blob>();
  const listeners = new Set<() => void>();

  const letGo = (picture: Blob) => {
    held.get(picture)?.close();
    held.delete(picture);
  };
  const begin = (picture: Blob) => {
    held.set(picture, null);
    decode(picture).then(
      (pixels) => {
        // It may have been let go meanwhile, or begun anew.
        if (held.get(picture) !== null) return pixels.close();
        held.set(picture, pixels);
        for (const listener of [...listeners]) listener();
      },
      () => {
        broken.add(picture);
        held.delete(picture);
        onBroken();
      },
    );
  };

  return {
    keep(pictures) {
      const wanted = new Set(pictures);
      for (const picture of [...held.keys()]) if (!wanted.has(picture)) letGo(picture);
      for (const picture of wanted) if (!held.has(picture) && !broken.has(picture)) begin(picture);
    },
    of: (picture) => (broken.has(picture) ? 'broken' : (held.get(picture) ?? null)),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      for (const picture of [...held.keys()]) letGo(picture);
      listeners.clear();
    },
  };
}
