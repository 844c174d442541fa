import type { Delivery, Notification } from '@allclear/contract';

/** The mark of a kind of notice: a tone and a word; the tones differ in icon as well as in color. */
export interface NoticeMark {
  tone: 'danger' | 'clear' | 'unknown' | 'test' | 'neutral';
  word: string;
}

const marks: Readonly<Record<Notification['kind'], NoticeMark>> = {
  started: { tone: 'danger', word: 'Warning' },
  reminder: { tone: 'danger', word: 'Still in effect' },
  'in-effect': { tone: 'danger', word: 'Warning in effect' },
  held: { tone: 'unknown', word: 'No new data' },
  resumed: { tone: 'danger', word: 'Data are back, still in effect' },
  'all-clear': { tone: 'clear', word: 'All clear' },
  ended: { tone: 'neutral', word: 'Ended, not an all clear' },
  withdrawn: { tone: 'neutral', word: 'Withdrawn, not an all clear' },
  test: { tone: 'test', word: 'Test' },
  'proactive-forecast': { tone: 'neutral', word: 'Forecast' },
  'daily-forecast': { tone: 'neutral', word: 'Daily forecast' },
  'hardware-fault': { tone: 'unknown', word: 'Hardware fault' },
  'hardware-restored': { tone: 'neutral', word: 'Hardware fault over' },
  'mass-message': { tone: 'neutral', word: 'Message' },
  'response-help': { tone: 'danger', word: 'Help needed' },
  'response-missing': { tone: 'unknown', word: 'No response' },
  'roll-call': { tone: 'danger', word: 'Roll-call' },
  'mass-message-drill': { tone: 'test', word: 'Drill' },
};

/** The mark of a notice's kind; an unknown kind shows its own name. */
export function markOf(kind: string): NoticeMark {
  return Object.hasOwn(marks, kind) ? marks[kind as Notification['kind']] : { tone: 'neutral', word: kind };
}

const eventNames: Readonly<Record<number, string>> = {
  2: 'Lightning',
  3: 'WBGT',
  4: 'Heat',
  5: 'Chill',
  6: 'Precip',
  7: 'Wind',
  8: 'Gust',
  9: 'AQI',
  10: 'Siren',
  11: 'NWS',
  13: 'Proactive forecast',
  14: 'Mass notification',
};

export function eventName(eventType: number): string {
  return eventNames[eventType] ?? 'Other';
}

export const channelNames: Readonly<Record<Delivery['channel'], string>> = {
  push: 'Push',
  sms: 'SMS',
  email: 'Email',
  webhook: 'Webhook',
};

/** The state of a delivery in words: 'accepted by Twilio', 'not configured'. */
export function stateText({
  state,
  vendor,
  providerState,
  error,
}: Pick<Delivery, 'state' | 'vendor' | 'providerState' | 'error'>): string {
  switch (state) {
    case 'queued':
      return error ? `waiting to be tried again (${error})` : 'waiting';
    case 'sending':
      return 'being sent';
    case 'accepted':
      return `accepted${vendor ? ` by ${vendor}` : ''}${providerState ? `, ${providerState}` : ''}`;
    case 'delivered':
      return 'delivered';
    case 'failed':
      return `failed${error ? `: ${error}` : ''}`;
    case 'not-configured':
      return 'not configured';
  }
}

export function stateTone(state: Delivery['state']): 'clear' | 'danger' | 'muted' {
  if (state === 'accepted' || state === 'delivered') return 'clear';
  return state === 'failed' ? 'danger' : 'muted';
}

const mutedReasons: Readonly<Record<string, { own: string; theirs: string }>> = {
  declined: { own: 'you have turned notifications off', theirs: 'has turned notifications off' },
  'opted-out': { own: 'you opted out of this kind', theirs: 'opted out of this kind' },
  schedule: { own: 'outside your alert times', theirs: 'outside the alert times' },
  outside: {
    own: 'your shared position was outside the zones of the location',
    theirs: 'the shared position was outside the zones of the location',
  },
  silenced: { own: 'you silenced this location', theirs: 'silenced this location' },
  'no-channel': {
    own: 'there is no way to reach you: see your settings',
    theirs: 'there is no way to reach this person',
  },
};

/** Why nothing was sent out, addressed to the recipient or about one; null if it was sent. */
export function mutedText(muted: string | null, whose: 'own' | 'theirs'): string | null {
  if (muted === null) return null;
  return `Not sent out: ${mutedReasons[muted]?.[whose] ?? muted}`;
}

/** The message without its first line if that repeats the subject, and without the blank lines of a mail. */
export function restOfMessage({ subject, message }: { subject: string; message: string }): string {
  const lines = message.split(/\r?\n/).filter((line) => line.trim() !== '');
  const plain = (text: string) => text.trim().replace(/\.$/, '');
  const first = lines[0];
  return (first !== undefined && plain(first) === plain(subject) ? lines.slice(1) : lines).join('\n');
}

/**
 * Notices grouped by warning (spec 2 section 2), the group with the newest notice first, each group newest
 * first.
 */
export function groupByCorrelation<T extends { correlationId: string; sentUtc: string }>(
  notices: readonly T[],
): T[][] {
  const groups = new Map<string, T[]>();
  const newestFirst = [...notices].sort((a, b) => Date.parse(b.sentUtc) - Date.parse(a.sentUtc));
  for (const notice of newestFirst) {
    const group = groups.get(notice.correlationId);
    if (group) group.push(notice);
    else groups.set(notice.correlationId, [notice]);
  }
  return [...groups.values()];
}
