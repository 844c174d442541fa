/** Waits between tries to record an outcome, ms: what was done must not be forgotten in a short outage of the store. */
const delaysMs = [200, 1_000, 3_000];

/** Writes an outcome to the store, and tries again while the store is briefly unavailable. */
export async function retryWrites<T>(write: () => Promise<T>): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await write();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  return write();
}
