// Over 300 lines: which alerts are in effect is one derivation, from messages to events, read top to bottom.
import { isEventOfPolicy, tornadoEmergency } from './alert-events.ts';
import { ringHolds } from './ring.ts';
import { parseVtec, type Vtec } from './vtec.ts';

/**
 * Which alerts of the weather service are in effect. Safety rule: an alert with a status other than Actual
 * never counts; an Update replaces what it refers to; only an explicit Cancel or expiry ends an event.
 * Sources: OASIS CAP 1.2; NWS Directive 10-1703 (VTEC). Instants are epoch ms.
 */
export interface CapAlert {
  readonly id: string;
  /** 'Tornado Warning' */
  readonly event: string;
  readonly headline: string;
  readonly description: string;
  readonly instruction: string;
  readonly severity: string;
  readonly certainty: string;
  readonly urgency: string;
  /** 'Actual', 'Exercise', 'System', 'Test', 'Draft' */
  readonly status: string;
  readonly messageType: 'Alert' | 'Update' | 'Cancel';
  readonly sentAt: number;
  readonly effectiveAt: number;
  readonly onsetAt: number | null;
  /** When the message expires. */
  readonly expiresAt: number;
  /** When the event ends, where the message gives an end. */
  readonly endsAt: number | null;
  /** Ids of the messages that this message replaces, oldest first. */
  readonly references: readonly string[];
  readonly vtec: readonly string[];
  /** UGC codes of counties and forecast zones ('TXC239', 'TXZ125'). */
  readonly zones: readonly string[];
  /** Rings of [longitude, latitude]. */
  readonly polygons: readonly (readonly (readonly [number, number])[])[];
  readonly senderName: string;
  readonly color?: string;
  /** Damage threat of a Tornado Warning: 'CONSIDERABLE' or 'CATASTROPHIC'. Without one it has no tag. */
  readonly tornadoDamageThreat?: string;
}

export interface ActiveAlert {
  /**
   * The same in all messages of an event. One event may have several alerts at once, each for other zones.
   */
  readonly eventKey: string;
  /** The newest message, its zones reduced to those for which it is still valid. */
  readonly alert: CapAlert;
  /** When the first of the given messages of the event was sent. */
  readonly firstSentAt: number;
  readonly endsAt: number;
  /** When the first message that makes the event a Tornado Emergency was sent; none for other events. */
  readonly emergencySentAt?: number;
}

/**
 * How far the weather service's clock may be ahead of the product clock. A message sent later than that is
 * not available yet (in a backtest).
 */
const clockSkewMs = 120_000;
/**
 * One product is split into one message per area, and these need not arrive together. An update that names
 * only some zones of its predecessor leaves the predecessor in effect for the other zones for this long.
 * Otherwise an event would end, and start again, because its second half came a minute later.
 */
const restOfProductMs = 300_000;
/** Offices number their events from 1 each year: after this time the same number is another event. */
const sameEventMs = 180 * 86_400_000;

interface Message {
  readonly alert: CapAlert;
  readonly living: readonly Vtec[];
  readonly ended: readonly Vtec[];
  /** Whether the message puts or keeps an event in effect. */
  readonly lives: boolean;
}

/**
 * The alerts in effect at `now`, newest first, from all given messages (the newest list and those stored
 * before it, in any order, with duplicates). An alert that is missing from the newest list stays in effect
 * until it expires: absence is not a cancellation.
 */
export function activeAlerts(alerts: readonly CapAlert[], now: number): ActiveAlert[] {
  const messages = readMessages(alerts, now);
  const eventKeys = nameEvents(messages);
  const firstSentAt = new Map<string, number>();
  const emergencySentAt = new Map<string, number>();
  for (const { alert, lives } of messages) {
    const key = eventKeys.get(alert.id);
    if (!lives || key === undefined) continue;
    // In order of sending, so the first is the earliest.
    if (!firstSentAt.has(key)) firstSentAt.set(key, alert.sentAt);
    if (isTornadoEmergency(alert) && !emergencySentAt.has(key)) emergencySentAt.set(key, alert.sentAt);
  }
  const successors = findSuccessors(messages);
  return messages
    .filter(({ lives }) => lives)
    .flatMap((message) => {
      const left = whatIsLeft(message, successors(message), now);
      if (!left) return [];
      const { alert, endsAt } = left;
      const eventKey = eventKeys.get(alert.id) ?? alert.id;
      const emergencyAt = emergencySentAt.get(eventKey);
      return [
        {
          eventKey,
          alert,
          firstSentAt: firstSentAt.get(eventKey) ?? alert.sentAt,
          endsAt,
          ...(emergencyAt === undefined ? {} : { emergencySentAt: emergencyAt }),
        },
      ];
    })
    .reverse();
}

/** The messages that may count, each once, in the order in which they were sent. */
function readMessages(alerts: readonly CapAlert[], now: number): Message[] {
  const byId = new Map<string, CapAlert>();
  for (const alert of alerts) {
    if (alert.status !== 'Actual' || alert.sentAt > now + clockSkewMs) continue;
    const known = byId.get(alert.id);
    if (!known || alert.sentAt > known.sentAt) byId.set(alert.id, alert);
  }
  const messages: Message[] = [];
  for (const alert of byId.values()) {
    const vtec = alert.vtec.map(parseVtec).filter((line) => line !== null);
    // A test event can appear in messages of any status.
    if (vtec.length > 0 && vtec.every(({ productClass }) => productClass === 'T')) continue;
    const counted = vtec.filter(({ productClass }) => productClass !== 'T');
    const isEnd = ({ action }: Vtec) =>
      alert.messageType === 'Cancel' || action === 'CAN' || action === 'EXP' || action === 'UPG';
    const living = counted.filter((line) => !isEnd(line));
    const lives = alert.messageType !== 'Cancel' && (counted.length === 0 || living.length > 0);
    messages.push({ alert, living, ended: counted.filter(isEnd), lives });
  }
  return messages.sort((a, b) => a.alert.sentAt - b.alert.sentAt || (a.alert.id < b.alert.id ? -1 : 1));
}

/**
 * The key of the event of each message: its VTEC number with the year of the first message, or, without VTEC,
 * the message that its references lead back to.
 */
function nameEvents(messages: readonly Message[]): Map<string, string> {
  const series = new Map<string, { year: number; lastAt: number }>();
  const byId = new Map(messages.map((message) => [message.alert.id, message]));
  const names = new Map<string, string>();
  for (const { alert, living, ended } of messages) {
    const [vtec] = living.length > 0 ? living : ended;
    if (vtec) {
      const year = new Date(alert.sentAt).getUTCFullYear();
      const known = series.get(vtec.eventId);
      const isOther =
        !known || alert.sentAt - known.lastAt > sameEventMs || (vtec.action === 'NEW' && year !== known.year);
      const current = isOther ? { year, lastAt: alert.sentAt } : { ...known, lastAt: alert.sentAt };
      series.set(vtec.eventId, current);
      names.set(alert.id, `${vtec.eventId}.${current.year}`);
    } else {
      let root = alert.id;
      const passed = new Set<string>();
      for (
        let message: Message | undefined = byId.get(root);
        message && !passed.has(root);
        message = byId.get(root)
      ) {
        passed.add(root);
        root = message.alert.references[0] ?? root;
      }
      names.set(alert.id, root);
    }
  }
  return names;
}

/** The later messages that refer to a message or contain its events, in order. */
function findSuccessors(messages: readonly Message[]): (message: Message) => Message[] {
  const order = new Map(messages.map((message, index) => [message, index]));
  const orderOf = (message: Message) => order.get(message) ?? messages.length;
  const byName = new Map<string, Set<Message>>();
  for (const message of messages) {
    for (const name of [
      ...message.alert.references,
      ...[...message.living, ...message.ended].map(({ eventId }) => eventId),
    ]) {
      const named = byName.get(name);
      if (named) named.add(message);
      else byName.set(name, new Set([message]));
    }
  }
  return (message) => {
    const named = [message.alert.id, ...message.living.map(({ eventId }) => eventId)].flatMap((name) => [
      ...(byName.get(name) ?? []),
    ]);
    return [...new Set(named)]
      .filter((other) => isLater(other.alert, message.alert))
      .sort((a, b) => orderOf(a) - orderOf(b));
  };
}

/**
 * Sent later, or sent in the same minute (the weather service dates messages by the minute) with a reference
 * to the other. Other messages of one product with the same minute do not replace each other.
 */
function isLater(alert: CapAlert, than: CapAlert): boolean {
  if (alert.sentAt !== than.sentAt) return alert.sentAt > than.sentAt;
  return alert.references.includes(than.id) && !than.references.includes(alert.id);
}

/** The part of a message that is still valid at `now`, after its successors; null when none is. */
function whatIsLeft(
  { alert, living }: Message,
  successors: readonly Message[],
  now: number,
): { alert: CapAlert; endsAt: number } | null {
  let endsAt = alert.endsAt ?? alert.expiresAt;
  let zones = alert.zones;
  for (const later of successors) {
    const refers = later.alert.references.includes(alert.id);
    const rest = without(zones, later.alert.zones);
    const endsItsEvents =
      living.length > 0 &&
      living.every(({ eventId }) => later.ended.some((vtec) => vtec.eventId === eventId));
    if (endsItsEvents || (refers && !later.lives)) {
      const endedAt = endOf(later, living);
      if (endedAt <= now) zones = rest;
      if (rest.length === 0) endsAt = Math.min(endsAt, endedAt);
    } else if (later.lives) {
      const isRedrawn = alert.polygons.length > 0 && later.alert.polygons.length > 0;
      if (rest.length === 0 || isRedrawn) return null;
      zones = rest;
      if (refers) endsAt = Math.min(endsAt, later.alert.sentAt + restOfProductMs);
    }
  }
  if (endsAt <= now) return null;
  return { alert: zones.length === alert.zones.length ? alert : { ...alert, zones }, endsAt };
}

/**
 * When a message ends an event: at once, or, for an expiring event ('EXP' may come ten minutes early), at the
 * end that it gives.
 */
function endOf(later: Message, living: readonly Vtec[]): number {
  const expiring = later.ended.filter(
    ({ action, eventId }) => action === 'EXP' && living.some((vtec) => vtec.eventId === eventId),
  );
  const ends = expiring.map(({ endsAt }) => endsAt ?? 0);
  return ends.length === 0 ? later.alert.sentAt : Math.max(later.alert.sentAt, ...ends);
}

/** The zones that a later message does not contain. None remain when either message names no zones. */
function without(zones: readonly string[], spokenOf: readonly string[]): readonly string[] {
  if (spokenOf.length === 0) return [];
  return zones.filter((zone) => !spokenOf.includes(zone));
}

export interface AlertPlace {
  readonly latitude: number;
  /** −180 … 180 */
  readonly longitude: number;
  /** UGC codes of the county and the forecast zones that contain the place. */
  readonly zones: readonly string[];
}

/**
 * Whether an alert covers a place: the place is inside or on the edge of one of its polygons or, for an alert
 * without polygons, in one of its zones.
 */
export function alertCovers(alert: Pick<CapAlert, 'polygons' | 'zones'>, place: AlertPlace): boolean {
  const rings = alert.polygons.filter((ring) => ring.length >= 3);
  if (rings.length > 0) return rings.some((ring) => ringHolds(ring, place));
  return alert.zones.some((zone) => place.zones.includes(zone));
}

/** Alerts that cover a place, the newest message of each event. */
export function alertsCovering(active: readonly ActiveAlert[], place: AlertPlace): ActiveAlert[] {
  const seen = new Set<string>();
  return active.filter(({ alert, eventKey }) => {
    if (seen.has(eventKey) || !alertCovers(alert, place)) return false;
    seen.add(eventKey);
    return true;
  });
}

function isTornadoEmergency({ event, tornadoDamageThreat }: CapAlert): boolean {
  return (
    isEventOfPolicy(['Tornado Warning'], event) &&
    tornadoDamageThreat?.trim().toUpperCase() === 'CATASTROPHIC'
  );
}

/**
 * Alerts whose event a policy watches. A Tornado Emergency has a key and a start of its own: an upgrade starts
 * a warning beside that of the Tornado Warning, if the policy watches both. It lasts until the Tornado Warning
 * ends: a downgrade is no all clear.
 */
export function eventsOfPolicy(
  policyEvents: readonly string[],
  active: readonly ActiveAlert[],
): ActiveAlert[] {
  const watchesEmergencies = isEventOfPolicy(policyEvents, tornadoEmergency);
  return active.flatMap((one) => {
    const watched = isEventOfPolicy(policyEvents, one.alert.event) ? [one] : [];
    if (!watchesEmergencies || one.emergencySentAt === undefined) return watched;
    const emergency = {
      ...one,
      eventKey: `${one.eventKey}.emergency`,
      alert: { ...one.alert, event: tornadoEmergency },
      firstSentAt: one.emergencySentAt,
    };
    // One that was an emergency from its first message is one warning.
    return one.emergencySentAt === one.firstSentAt ? [emergency] : [...watched, emergency];
  });
}
