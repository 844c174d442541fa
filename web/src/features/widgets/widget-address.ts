import type { Widget } from '@allclear/contract';

/** How high the frame of a widget of each size begins, until its page says how high it is: CSS px. */
const heightBySize = [520, 440, 400] as const;

/** The same widget on this host, for the app's own pages. */
export const ownAddress = ({ publicId }: Pick<Widget, 'publicId'>): string =>
  `/widget/?id=${encodeURIComponent(publicId)}`;

/** The page that shows the content that is sent to it. */
export const previewAddress = '/widget/?preview=1';

/** CSS px; `width` too. */
export function firstHeight(width: number): number {
  return width < 400 ? heightBySize[0] : width < 800 ? heightBySize[1] : heightBySize[2];
}

/** The page that builds a widget; `builder` is a new one (spec 3 section 2.1). */
export const builderPath = (organizationId: string, widgetId = 'builder'): string =>
  `/widgets/${encodeURIComponent(organizationId)}/${encodeURIComponent(widgetId)}`;
