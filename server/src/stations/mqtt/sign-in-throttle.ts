/** Guesses of an address per minute; after these it is refused until the minute is over. */
const maxFailures = 30;
/** Addresses that are counted at once. */
const maxAddresses = 10_000;

/** Counts sign-ins that failed, by address and minute of real time. */
import { MINUTE_MS } from '@allclear/domain';
export class SignInThrottle {
  readonly #failures = new Map<string, number>();
  #minute = 0;

  failed(address: string, now: number): void {
    this.#begin(now);
    if (this.#failures.size < maxAddresses || this.#failures.has(address))
      this.#failures.set(address, (this.#failures.get(address) ?? 0) + 1);
  }

  isClosed(address: string, now: number): boolean {
    this.#begin(now);
    return (this.#failures.get(address) ?? 0) >= maxFailures;
  }

  #begin(now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#failures.clear();
  }
}
