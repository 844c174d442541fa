import type { Status, Widget } from '@allclear/contract';

/** The width of a widget of each size, for pages that show it smaller or larger: CSS px. */
const heightBySize = [520, 440, 400] as const;

/** The address of a widget for other pages; widgets may have a host of their own. */
export function publicAddress(
  { publicId }: Pick<Widget, 'publicId'>,
  { widgetUrl }: Pick<Status, 'widgetUrl'>,
  origin = window.location.origin,
): string {
  return `${widgetUrl ?? `${origin}/widget/`}?id=${encodeURIComponent(publicId)}`;
}

/** The same widget on this host, for the app's own pages. */
export const ownAddress = ({ publicId }: Pick<Widget, 'publicId'>): string =>
  `/widget/?id=${encodeURIComponent(publicId)}`;

/** The page that shows the content that is sent to it. */
export const previewAddress = '/widget/?preview=1';

/** How high a frame is in which a widget of this width fits, CSS px. */
export function frameHeight(width: number): number {
  return width < 400 ? heightBySize[0] : width < 800 ? heightBySize[1] : heightBySize[2];
}

/** The page that builds a widget; `builder` is a new one (spec 3 section 2.1). */
export const builderPath = (organizationId: string, widgetId = 'builder'): string =>
  `/widgets/${encodeURIComponent(organizationId)}/${encodeURIComponent(widgetId)}`;
