import { distanceMiles } from '@allclear/domain';
import type { ApiClient } from '../../../api/client.ts';
import { ApiFailure } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { canLocate, currentPosition, locatingIsAllowed, NoPosition } from './browser-position.ts';
import { rememberSharingDevice, sharingDeviceOf } from './sharing-device.ts';

/** What this device does with its position. */
export type SharingState =
  | { readonly kind: 'off' }
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'sharing';
      /** When the newest position that was sent was taken, ISO 8601 of the wall clock; null before the first. */
      readonly takenUtc: string | null;
      readonly problem: 'offline' | 'no-position' | null;
    }
  /** The person or the browser does not allow it. */
  | { readonly kind: 'refused' }
  /** The server takes no more positions of this device. */
  | { readonly kind: 'ended' };

/** How often the browser is asked where it is, ms. */
const roundMs = 60_000;
/** An event of the page starts a round as well, but not so soon after the last one, ms. */
const restMs = 30_000;
/** Without a move the position is sent again after this long: an old one says nothing. */
const renewMs = 300_000;
/** A move, or a change of the accuracy, of so much is sent in the next round. */
const movedMiles = 0.1;
const blurredMeters = 160;
/** Neither the person nor a sign-out waits longer for an answer, ms. */
const sendingMs = 5_000;
const signOutMs = 2_000;

/** The person whose position it is, and the client that sends it. */
export interface PositionOwner {
  readonly api: ApiClient;
  readonly userId: string;
}

/** A device that shares. */
interface Run {
  readonly owner: PositionOwner;
  readonly deviceId: string;
  /** The device was chosen by a press, and the server does not know it yet. */
  takesOver: boolean;
  isBusy: boolean;
  /** A position is on its way: a deletion must not overtake it. */
  sending: Promise<unknown> | null;
  /** Epoch ms of the wall clock. */
  triedAt: number;
  sent: {
    readonly at: number;
    readonly coords: GeolocationCoordinates;
    readonly takenUtc: string | null;
  } | null;
  stop(): void;
}

/**
 * Shares the position of this device while the app is open. That begins with a press of the person. The device
 * remembers it and goes on when the app is opened again, if the browser then gives its position without asking.
 */
class PositionSharing {
  #state: SharingState = { kind: 'off' };
  #owner: PositionOwner | null = null;
  #run: Run | null = null;
  readonly #listeners = new Set<() => void>();

  readonly state = (): SharingState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The id under which this device shares or has shared; null when it has not. */
  deviceId(): string | null {
    return this.#run?.deviceId ?? (this.#owner && sharingDeviceOf(this.#owner.userId));
  }

  /** Goes on with what this person began on this device, without asking. Returns what stops it. */
  open(owner: PositionOwner): () => void {
    this.#owner = owner;
    const deviceId = canLocate() ? sharingDeviceOf(owner.userId) : null;
    if (deviceId !== null) void this.#resume(owner, deviceId);
    return () => {
      if (this.#owner !== owner) return;
      this.#owner = null;
      this.#stop({ kind: 'off' });
    };
  }

  /** From a press: the browser may ask the person. This device shares from now on, and no other one. */
  async share(): Promise<void> {
    const owner = this.#owner;
    if (owner) await this.#begin(owner, sharingDeviceOf(owner.userId) ?? crypto.randomUUID(), true);
  }

  /** Ends the sharing and deletes the position, whichever device shares it. Throws when the server does not. */
  async end(): Promise<void> {
    const owner = this.#owner;
    const sending = this.#run?.sending;
    this.forget();
    await sending?.catch(() => undefined);
    await owner?.api.call(routes.removePosition);
  }

  /** Before a sign-out: what this device shares is deleted, if the server answers in time. */
  async signOut(): Promise<void> {
    const owner = this.#owner;
    const deviceId = this.deviceId();
    const sending = this.#run?.sending;
    this.forget();
    await sending?.catch(() => undefined);
    if (owner && deviceId !== null) await removeSoon(owner, deviceId);
  }

  /** Ends the sharing here. What is stored stays. */
  forget(): void {
    if (this.#owner) rememberSharingDevice(this.#owner.userId, null);
    this.#stop({ kind: 'off' });
  }

  async #resume(owner: PositionOwner, deviceId: string): Promise<void> {
    const permission = await locatingIsAllowed();
    if (this.#owner !== owner || this.#run !== null) return;
    if (permission === 'granted') await this.#begin(owner, deviceId, false);
    else if (permission === 'denied') this.#set({ kind: 'refused' });
  }

  #begin(owner: PositionOwner, deviceId: string, takesOver: boolean): Promise<void> {
    this.#stop({ kind: 'asking' });
    const next = () => void this.#round(run);
    const timer = setInterval(next, roundMs);
    window.addEventListener('online', next);
    document.addEventListener('visibilitychange', next);
    const run: Run = {
      ...{
        owner,
        deviceId,
        takesOver,
        isBusy: false,
        sending: null,
        triedAt: Number.NEGATIVE_INFINITY,
        sent: null,
      },
      stop: () => {
        clearInterval(timer);
        window.removeEventListener('online', next);
        document.removeEventListener('visibilitychange', next);
      },
    };
    this.#run = run;
    return this.#round(run);
  }

  async #round(run: Run): Promise<void> {
    if (run.isBusy || Date.now() - run.triedAt < restMs) return;
    run.isBusy = true;
    try {
      const position = await currentPosition();
      if (this.#run === run && isWorthSending(run, position.coords)) {
        run.sending = send(run, position);
        await run.sending;
      }
      if (this.#run !== run) return;
      run.triedAt = Date.now();
      rememberSharingDevice(run.owner.userId, run.deviceId);
      this.#set({ kind: 'sharing', takenUtc: run.sent?.takenUtc ?? null, problem: null });
    } catch (thrown) {
      if (this.#run === run) this.#failed(run, thrown);
    } finally {
      run.isBusy = false;
      run.sending = null;
    }
  }

  #failed({ owner, deviceId, sent }: Run, thrown: unknown): void {
    if (thrown instanceof NoPosition && thrown.kind === 'refused') {
      this.#stop({ kind: 'refused' });
      void removeSoon(owner, deviceId);
    } else if (thrown instanceof ApiFailure && (thrown.status === 409 || thrown.status === 403)) {
      rememberSharingDevice(owner.userId, null);
      this.#stop({ kind: 'ended' });
    } else {
      const problem = thrown instanceof NoPosition ? 'no-position' : 'offline';
      this.#set({ kind: 'sharing', takenUtc: sent?.takenUtc ?? null, problem });
    }
  }

  #stop(next: SharingState): void {
    this.#run?.stop();
    this.#run = null;
    this.#set(next);
  }

  #set(next: SharingState): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

/** The sharing of this page. */
export const positionSharing = new PositionSharing();

async function send(run: Run, { coords, timestamp }: GeolocationPosition): Promise<void> {
  const { owner, deviceId, takesOver } = run;
  const { latitude, longitude, accuracy: accuracyMeters } = coords;
  const ageSeconds = Math.max(0, (Date.now() - timestamp) / 1_000);
  const { takenUtc } = await owner.api.call(routes.sharePosition, {
    body: { deviceId, takesOver, latitude, longitude, accuracyMeters, ageSeconds },
    timeoutMs: sendingMs,
  });
  run.takesOver = false;
  run.sent = { at: Date.now(), coords, takenUtc };
}

/** Deletes what a device shares. Without an answer it is deleted when it is 15 minutes old. */
async function removeSoon({ api }: PositionOwner, deviceId: string): Promise<void> {
  await api.call(routes.removePosition, { query: { deviceId }, timeoutMs: signOutMs }).catch(() => undefined);
}

function isWorthSending({ sent }: Run, coords: GeolocationCoordinates): boolean {
  if (sent === null || Date.now() - sent.at >= renewMs) return true;
  const miles = distanceMiles(sent.coords, coords);
  return (
    miles === null || miles > movedMiles || Math.abs(coords.accuracy - sent.coords.accuracy) > blurredMeters
  );
}
