import type { Device } from '@allclear/adapters';

/** A device that nobody asked for so long is closed, real ms. */
const idleMs = 60_000;

interface Shared {
  /** Changes with whatever the device was opened with. */
  readonly openedWith: string;
  readonly device: Device;
  readonly isSimulator: () => Promise<boolean>;
  /** The end of the last call. */
  last: Promise<unknown>;
  idle: NodeJS.Timeout | null;
}

/**
 * The open devices of a process: one of each unit, shared by all who ask for it and called by one of them at a time. It
 * is closed when it was not called for a minute, and when the unit is set up otherwise.
 */
export class SharedDevices {
  readonly #shared = new Map<string, Shared>();

  /** The open device of a unit; `open` makes one where there is none that was opened with the same settings. */
  get(
    unitId: string,
    openedWith: string,
    open: () => Device,
  ): { readonly device: Device; isSimulator(): Promise<boolean> } {
    const before = this.#shared.get(unitId);
    if (before?.openedWith === openedWith) return this.#view(unitId, before);
    if (before) this.#close(unitId, before);
    const device = open();
    let proof: Promise<boolean> | null = null;
    const shared: Shared = {
      ...{ openedWith, device, last: Promise.resolve(), idle: null },
      // A proof counts for as long as the device is open; one that failed is asked for again.
      async isSimulator() {
        const asked = proof ?? device.isSimulator(AbortSignal.timeout(10_000));
        proof = asked;
        const isProven = await asked;
        if (!isProven) proof = null;
        return isProven;
      },
    };
    this.#shared.set(unitId, shared);
    return this.#view(unitId, shared);
  }

  async close(): Promise<void> {
    const all = [...this.#shared.values()];
    this.#shared.clear();
    for (const { idle } of all) if (idle) clearTimeout(idle);
    await Promise.all(all.map(({ device }) => device.close().catch(() => {})));
  }

  #close(unitId: string, shared: Shared): void {
    if (this.#shared.get(unitId) === shared) this.#shared.delete(unitId);
    if (shared.idle) clearTimeout(shared.idle);
    void shared.last.then(() => shared.device.close()).catch(() => {});
  }

  #view(unitId: string, shared: Shared) {
    const inOrder = <T>(call: () => Promise<T>): Promise<T> => {
      if (shared.idle) clearTimeout(shared.idle);
      const result = shared.last.then(call);
      const ended = result.then(
        () => {},
        () => {},
      );
      shared.last = ended;
      void ended.then(() => {
        if (shared.last !== ended) return;
        shared.idle = setTimeout(() => this.#close(unitId, shared), idleMs);
        shared.idle.unref();
      });
      return result;
    };
    const { device } = shared;
    return {
      isSimulator: () => inOrder(shared.isSimulator),
      device: {
        read: (signal) => inOrder(() => device.read(signal)),
        sound: (request, signal) => inOrder(() => device.sound(request, signal)),
        light: (request, signal) => inOrder(() => device.light(request, signal)),
        relay: (request, signal) => inOrder(() => device.relay(request, signal)),
        play: (request, signal) => inOrder(() => device.play(request, signal)),
        stopSound: (signal) => inOrder(() => device.stopSound(signal)),
        isSimulator: () => inOrder(shared.isSimulator),
        // It is closed by whoever shares it.
        close: async () => {},
      } satisfies Device,
    };
  }
}
