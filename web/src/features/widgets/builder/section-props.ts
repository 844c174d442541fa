import type { WidgetChoice } from '@allclear/contract';
import type { WidgetFields } from './widget-fields.ts';

/** What every section of the form is given. */
export interface SectionProps {
  readonly fields: WidgetFields;
  readonly choice: WidgetChoice;
  readonly errorOf: (label: string) => string | undefined;
  readonly onChange: (part: Partial<WidgetFields>) => void;
}
