import type { PublicWidget } from '@allclear/contract';
import { useElementSize } from '@mantine/hooks';
import { useEffect } from 'react';
import { useFrame } from '../use-frame.ts';
import classes from '../Widgets.module.css';
import { firstHeight, previewAddress } from '../widget-address.ts';
import builder from './Builder.module.css';

interface WidgetPreviewProps {
  /** What the widget would show; undefined until that is known. */
  widget: PublicWidget | undefined;
  /** CSS px. */
  width: number;
  /** The widget's page is drawn anew and shows nothing yet: it needs what it shows as of now. */
  onReady: () => void;
}

/**
 * The widget itself at its full width, made smaller where there is less room. Its page is given what it would show,
 * and covers what is too old as it does anywhere else.
 */
export function WidgetPreview({ widget, width, onReady }: WidgetPreviewProps) {
  const { frame, height } = useFrame(firstHeight(width), onReady);
  const { ref, width: room } = useElementSize();
  useEffect(() => {
    if (widget)
      frame.current?.contentWindow?.postMessage(
        { type: 'allclear-widget-preview', widget },
        window.location.origin,
      );
  }, [widget, frame]);
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  return (
    <div ref={ref} className={builder.stage} style={{ height: height * scale }}>
      <iframe
        ref={frame}
        className={classes.frame}
        src={previewAddress}
        title="Preview of the widget"
        style={{ width, height, transform: `scale(${scale})` }}
      />
    </div>
  );
}
