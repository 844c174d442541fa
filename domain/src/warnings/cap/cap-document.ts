import type { CapMessage, CapReference } from './cap-message.ts';
import { xmlDocument } from './cap-xml.ts';

export const capNamespace = 'urn:oasis:names:tc:emergency:cap:1.2';

/** What readers of a feed that needs a key or a secret address are asked. */
const restriction = 'For the readers to whom the organization gave access to this feed.';

/** A message as a CAP 1.2 document. The same message is always the same text. */
export function capDocument(message: CapMessage): string {
  const { references, onsetAt, instruction, area } = message;
  return xmlDocument(capNamespace, [
    'alert',
    [
      ['identifier', message.identifier],
      ['sender', message.sender],
      ['sent', capTime(message.sentAt)],
      ['status', message.status],
      ['msgType', message.messageType],
      ['scope', 'Restricted'],
      ['restriction', restriction],
      references.length === 0 ? null : ['references', references.map(referenceText).join(' ')],
      [
        'info',
        [
          ['language', 'en-US'],
          ['category', 'Met'],
          ['event', message.event],
          ['responseType', message.responseType],
          ['urgency', message.urgency],
          ['severity', message.severity],
          ['certainty', message.certainty],
          ['effective', capTime(message.sentAt)],
          onsetAt === null ? null : ['onset', capTime(onsetAt)],
          ['expires', capTime(message.expiresAt)],
          ['senderName', message.senderName],
          ['headline', message.headline],
          ['description', message.description],
          instruction === '' ? null : ['instruction', instruction],
          [
            'area',
            [
              ['areaDesc', area.description],
              [
                'circle',
                `${area.latitude.toFixed(5)},${area.longitude.toFixed(5)} ${roundKm(area.radiusKm)}`,
              ],
            ],
          ],
        ],
      ],
    ],
  ]);
}

/** '2026-06-06T20:42:10-00:00': CAP has an offset, never `Z`, and no fractions. Epoch ms. */
export function capTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}-00:00`;
}

function referenceText({ sender, identifier, sentAt }: CapReference): string {
  return `${sender},${identifier},${capTime(sentAt)}`;
}

/** Kilometres to 10 m. */
function roundKm(km: number): string {
  return String(Math.round(km * 100) / 100);
}
