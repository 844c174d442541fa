import type { OutgoingMessage } from './port.ts';

/** For tests: a warning as the engine would send it. */
export function exampleMessage(changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    id: 'event-1/person-7/channel',
    subject: 'Lightning 4.2 mi from Memorial Stadium',
    text: 'Lightning struck 4.2 mi away at 3:42 PM.\nGo inside now.\n\nThe system does not guarantee safety; act if you see or hear danger.',
    short: 'Lightning 4.2 mi from Memorial Stadium at 3:42 PM. Go inside now.',
    url: 'https://allclear.example.org/warnings/41',
    correlationId: 'warning-41',
    kind: 'warning',
    sentAt: '2026-06-06T20:42:10.000Z',
    firstAttempt: true,
    startedAt: Date.UTC(2026, 5, 6, 20, 42, 10),
    ...changes,
  };
}
