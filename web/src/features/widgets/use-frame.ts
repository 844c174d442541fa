import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** What the page of a widget posts to the page around it. */
type WidgetMessage = { readonly kind: 'ready' } | { readonly kind: 'height'; readonly px: number };

/** No widget is higher than this; CSS px. */
const maxHeight = 4_000;

function readMessage(data: unknown): WidgetMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  if (data.type === 'allclear-widget-ready') return { kind: 'ready' };
  if (data.type !== 'allclear-widget-height' || !('height' in data)) return null;
  const { height } = data;
  return typeof height === 'number' && height > 0 && height <= maxHeight
    ? { kind: 'height', px: height }
    : null;
}

/**
 * The frame of a widget's page, which is of this origin: the height that its content needs, and when it listens for
 * what it is to show. Messages of other frames and origins are ignored.
 */
export function useFrame(firstHeight: number, onReady: () => void = () => undefined) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(firstHeight);
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return;
      const message = readMessage(data);
      if (message?.kind === 'ready') ready();
      if (message?.kind === 'height') setHeight(message.px);
    };
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, []);
  return { frame, height };
}
