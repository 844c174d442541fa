/** What a browser says about where it is. It asks the person itself, when that is needed. */

const locating: PositionOptions = { maximumAge: 30_000, timeout: 45_000, enableHighAccuracy: false };

/** Why there is no position: it is not allowed, or the browser does not find one. */
export class NoPosition extends Error {
  readonly kind: 'refused' | 'not-found';
  constructor(kind: NoPosition['kind']) {
    super(kind);
    this.name = 'NoPosition';
    this.kind = kind;
  }
}

/** Browsers give a position to pages with a secure address (https or localhost) only. */
export function canLocate(): boolean {
  return window.isSecureContext !== false && 'geolocation' in navigator;
}

/** Whether the browser gives a position without asking; 'prompt' also where it does not say. */
export async function locatingIsAllowed(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state;
  } catch {
    return 'prompt';
  }
}

/** Throws a `NoPosition`. */
export function currentPosition(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(
      resolve,
      ({ code, PERMISSION_DENIED }) =>
        reject(new NoPosition(code === PERMISSION_DENIED ? 'refused' : 'not-found')),
      locating,
    ),
  );
}
