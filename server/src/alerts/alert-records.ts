import type { CapAlert } from '@allclear/domain';
import type { PlaceZones, RoundedPlace } from './place-zones.store.ts';
import type { StoredAlert } from './store.ts';

/** The alerts and the zones of places that a process has read from the store. */
export class AlertRecords {
  #alerts = new Map<string, StoredAlert>();
  #zones = new Map<string, readonly string[]>();
  #newestReceivedAt = 0;
  #newestAskedAt = 0;
  #revision = 0;

  /** Another number whenever the alerts may have changed. */
  get revision(): number {
    return this.#revision;
  }

  get alertCount(): number {
    return this.#alerts.size;
  }

  get placeCount(): number {
    return this.#zones.size;
  }

  /** When the newest alert was received, epoch ms; 0 before the first. */
  get newestReceivedAt(): number {
    return this.#newestReceivedAt;
  }

  /** When the zones of a place were last requested, epoch ms; 0 before the first request. */
  get newestAskedAt(): number {
    return this.#newestAskedAt;
  }

  /** Drops every record; the instants of the newest stay. */
  clear(): void {
    this.#alerts = new Map();
    this.#zones = new Map();
    this.#revision++;
  }

  /** True when one of the alerts is new or was received again. */
  addAlerts(alerts: readonly StoredAlert[]): boolean {
    let changed = false;
    for (const stored of alerts) {
      const key = `${stored.vendor} ${stored.alert.id}`;
      changed ||= this.#alerts.get(key)?.receivedAt !== stored.receivedAt;
      this.#alerts.set(key, stored);
      this.#newestReceivedAt = Math.max(this.#newestReceivedAt, stored.receivedAt);
    }
    if (changed) this.#revision++;
    return changed;
  }

  /** True when a place is new or lies in other zones than before. */
  addZones(places: readonly PlaceZones[]): boolean {
    let changed = false;
    for (const place of places) {
      const key = keyOf(place);
      changed ||= this.#zones.get(key)?.join() !== place.zones.join();
      this.#zones.set(key, place.zones);
      this.#newestAskedAt = Math.max(this.#newestAskedAt, place.askedAt);
    }
    return changed;
  }

  alerts(): CapAlert[] {
    return [...this.#alerts.values()].map(({ alert }) => alert);
  }

  zonesOf(place: RoundedPlace): readonly string[] | undefined {
    return this.#zones.get(keyOf(place));
  }
}

function keyOf({ latitude, longitude }: RoundedPlace): string {
  return `${latitude},${longitude}`;
}
