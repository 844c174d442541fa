/** The id under which this device shares a person's position, while it does. */
const keyOf = (userId: string) => `allclear.sharing-position.${userId}`;

export function sharingDeviceOf(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId));
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function rememberSharingDevice(userId: string, deviceId: string | null): void {
  try {
    if (deviceId === null) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), deviceId);
  } catch {
    // Storage may be blocked: then the device shares until the page is closed.
  }
}
