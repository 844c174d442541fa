import type { WidgetChoice } from '@allclear/contract';
import { widgetMinWidth } from '@allclear/domain';
import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useId } from 'react';
import { messageOf } from '../../../api/failure.ts';
import classes from './Builder.module.css';
import { useWidgetPreview } from './use-widget-preview.ts';
import { WidgetPreview } from './WidgetPreview.tsx';
import { formOf, type WidgetFields } from './widget-fields.ts';

interface PreviewPanelProps {
  fields: WidgetFields;
  choice: WidgetChoice;
  organizationId: string;
  isSending: boolean;
  /** It cannot be saved at all. */
  isDisabled: boolean;
}

/** The button that saves the widget, and the widget as it would be now. */
export function PreviewPanel({ fields, choice, organizationId, isSending, isDisabled }: PreviewPanelProps) {
  const id = useId();
  const form = formOf(fields, choice);
  const { data, error, refetch } = useWidgetPreview(form, organizationId);
  const hasLocation = form.orgLocId !== null;
  return (
    <aside className={classes.aside} aria-labelledby={id}>
      {/* Above the preview: whatever stood below it would move under the finger while the preview grows. */}
      <div className={classes.top}>
        <h2 id={id}>Preview</h2>
        <Button
          type="submit"
          size="md"
          loading={isSending}
          disabled={!hasLocation || isDisabled}
          leftSection={<IconDeviceFloppy size={18} aria-hidden="true" />}
        >
          Save Widget
        </Button>
      </div>
      {hasLocation ? (
        <WidgetPreview
          widget={data}
          width={Math.max(widgetMinWidth, form.width)}
          onReady={() => void refetch()}
        />
      ) : (
        <p>Choose a location to see the widget.</p>
      )}
      {hasLocation && error && (
        <p role="alert" data-warning>
          The preview does not show the last changes. {messageOf(error)}
        </p>
      )}
    </aside>
  );
}
