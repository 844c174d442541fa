export interface Arrival {
  readonly owner: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly at: number;
}

/** Whether a strike is of a shared feed or of a feed of `owner`. */
export function isFor(strike: Arrival, owner: string): boolean {
  return strike.owner === '' || strike.owner === owner;
}

/** Strikes in the order of their arrival, numbered; the oldest can be dropped. */
export class ArrivedStrikes {
  #strikes: Arrival[] = [];
  /** The number of the first of them. */
  #first = 0;

  /** The number of the next strike. */
  get next(): number {
    return this.#first + this.#strikes.length;
  }

  add(strike: Arrival): void {
    this.#strikes.push(strike);
  }

  /** The strikes from a number on. */
  from(number: number): Arrival[] {
    return this.#strikes.slice(number - this.#first);
  }

  dropBefore(number: number): void {
    this.#strikes = this.from(number);
    this.#first = number;
  }
}

/** Rows of longitude, latitude and instant. */
export class GrowingRows {
  #rows = new Float64Array(3 * 1_024);
  count = 0;

  add({ longitude, latitude, at }: { longitude: number; latitude: number; at: number }): void {
    const from = this.count * 3;
    if (from === this.#rows.length) {
      const larger = new Float64Array(from * 2);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    this.#rows[from] = longitude;
    this.#rows[from + 1] = latitude;
    this.#rows[from + 2] = at;
    this.count++;
  }

  packed(): Float64Array {
    return this.#rows.slice(0, this.count * 3);
  }
}
