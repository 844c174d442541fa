import type { Following, Received } from './follow-widget.ts';
import { isPublicWidget } from './read-widget.ts';

/** What the builder posts to the page in its frame. */
const messageType = 'allclear-widget-preview';
/** What the page posts when it listens. */
const readyType = 'allclear-widget-ready';

/** Takes the widget from the builder, which frames this page on the same origin; requests nothing. */
export function followPreview(onReceived: (received: Received) => void): Following {
  const receive = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (parent === window || source !== parent || origin !== location.origin) return;
    if (typeof data !== 'object' || data === null || Reflect.get(data, 'type') !== messageType) return;
    const widget: unknown = Reflect.get(data, 'widget');
    if (isPublicWidget(widget)) onReceived({ kind: 'widget', widget, atMs: Date.parse(widget.wallNow) });
  };
  addEventListener('message', receive);
  parent.postMessage({ type: readyType }, location.origin);
  return { ask: () => undefined, stop: () => removeEventListener('message', receive) };
}
