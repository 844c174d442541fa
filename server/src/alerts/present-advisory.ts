import type { Advisory, advisoryDetail, MapAlert } from '@allclear/contract';
import { type ActiveAlert, eventColor, mostSevereFirst } from '@allclear/domain';
import type { z } from 'zod';

/**
 * An alert of the weather service in the wire's spelling. `Expires` is when the message ends, `Ends` (in the
 * detail) when the event does.
 */
export function presentAdvisory({ alert }: ActiveAlert): Advisory {
  return {
    Identifier: alert.id,
    Event: alert.event,
    Headline: alert.headline,
    Description: alert.description,
    Color: alert.color ?? eventColor(alert.event),
    Severity: alert.severity,
    Sent: iso(alert.sentAt),
    Expires: iso(alert.expiresAt),
  };
}

export function presentAdvisoryDetail(active: ActiveAlert): z.infer<typeof advisoryDetail> {
  const { alert } = active;
  return {
    ...presentAdvisory(active),
    Instruction: alert.instruction,
    Certainty: alert.certainty,
    Urgency: alert.urgency,
    Onset: alert.onsetAt === null ? null : iso(alert.onsetAt),
    Ends: alert.endsAt === null ? null : iso(alert.endsAt),
    SenderName: alert.senderName,
  };
}

/** The same for the map, with its area as far as it was drawn. */
export function presentMapAlert(active: ActiveAlert): MapAlert {
  const { polygons, zones } = active.alert;
  const drawn = polygons.filter((ring) => ring.length >= 3).map((ring) => [closed(ring)]);
  return {
    ...presentAdvisory(active),
    Zones: [...zones],
    Geometry: drawn.length === 0 ? null : { type: 'MultiPolygon', coordinates: drawn },
  };
}

function closed(ring: readonly (readonly [number, number])[]): number[][] {
  const points = ring.map(([longitude, latitude]) => [longitude, latitude]);
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || (first[0] === last[0] && first[1] === last[1])) return points;
  return [...points, [first[0], first[1]]];
}

/** The gravest alerts first, of equally grave ones the newest. */
export function bySeverity(a: ActiveAlert, b: ActiveAlert): number {
  return mostSevereFirst(a.alert, b.alert);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
