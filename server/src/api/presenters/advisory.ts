import type { Advisory, advisoryDetail } from '@allclear/contract';
import { type ActiveAlert, eventColor } from '@allclear/domain';
import type { z } from 'zod';

/** An alert of the weather service in the wire's spelling. `Expires` is when the message ends, `Ends` (in the detail) when the event does. */
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

function iso(at: number): string {
  return new Date(at).toISOString();
}
