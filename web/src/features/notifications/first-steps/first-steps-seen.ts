const key = 'allclear.first-steps-seen';

/** Whether the first steps were opened or closed on this device; true where storage is blocked. */
export function firstStepsAreSeen(storage: Pick<Storage, 'getItem'>): boolean {
  try {
    return storage.getItem(key) !== null;
  } catch {
    return true;
  }
}

export function setFirstStepsSeen(storage: Pick<Storage, 'setItem'>): void {
  try {
    storage.setItem(key, 'yes');
  } catch {
    // Storage may be blocked: the link is not shown then.
  }
}
