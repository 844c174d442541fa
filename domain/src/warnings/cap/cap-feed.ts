import { capTime } from './cap-document.ts';
import { xmlDocument } from './cap-xml.ts';

/** A message as the feed lists it. */
export interface CapFeedEntry {
  readonly identifier: string;
  readonly headline: string;
  /** Epoch ms, as in the document. */
  readonly sentAt: number;
  readonly expiresAt: number;
  readonly messageType: string;
  readonly responseType: string;
  readonly status: string;
  /** Where the document is. */
  readonly url: string;
}

/** What stands on every feed: it lists warnings, and says nothing of places without one. */
export const capFeedSubtitle =
  'Open warnings, and those that ended within the last hour. An empty feed, or a feed that cannot be read, is not an all clear.';

/**
 * The feed as Atom 1.0 (RFC 4287), newest first. The same entries are always the same text.
 *
 * @param updatedAt of the newest message, epoch ms
 */
export function capFeed({
  id,
  title,
  author,
  updatedAt,
  entries,
}: {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly updatedAt: number;
  readonly entries: readonly CapFeedEntry[];
}): string {
  return xmlDocument('http://www.w3.org/2005/Atom', [
    'feed',
    [
      ['id', id],
      ['title', title],
      ['subtitle', capFeedSubtitle],
      ['updated', atomTime(updatedAt)],
      ['author', [['name', author]]],
      ...entries.map(
        (entry) =>
          [
            'entry',
            [
              ['id', `urn:allclear:cap:${entry.identifier}`],
              ['title', entry.headline],
              ['updated', atomTime(entry.sentAt)],
              ['summary', summaryOf(entry)],
              ['link', '', { rel: 'alternate', type: 'application/cap+xml', href: entry.url }],
            ],
          ] as const,
      ),
    ],
  ]);
}

function summaryOf({ messageType, responseType, status, expiresAt }: CapFeedEntry): string {
  return `${status} ${messageType}, ${responseType}, expires ${capTime(expiresAt)}`;
}

/** RFC 3339 in UTC. */
function atomTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
