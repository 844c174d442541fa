import { queryKind } from './query-kind.ts';

export const widgetKeys = {
  /** Polled while their page is open: others change them rarely. */
  widgets: queryKind('widgets', { quiet: true }),
  /** One, polled while its builder is open, so that a change by somebody else is seen before saving. */
  widget: queryKind('widget', { quiet: true }),
  /** Asked for when the builder opens. */
  choices: queryKind('widget-choices', { quiet: true }),
  /** What the widget in the form would show: asked again after each change of the form, and polled. */
  preview: queryKind('widget-preview', { quiet: true }),
  /** Organizations by name: asked for while a full widget admin types one. */
  organizations: queryKind('widget-organizations', { quiet: true }),
};
