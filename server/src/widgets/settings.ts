import { address, defineSettings } from '../platform/settings/settings.ts';

export interface WidgetSettings {
  /** The host of widgets by itself, without a slash at its end; null where they are below the address of the installation. */
  readonly url: string | null;
}

const variables = {
  ALLCLEAR_WIDGET_URL: address('ALLCLEAR_WIDGET_URL', {
    fallback: '`/widget/` below `ALLCLEAR_URL`',
    meaning:
      'an address of its own for [widgets](widgets.md), such as `https://widgets.example.org`: it leads to the same server, and a page that embeds a widget shares nothing with the app',
  }),
};

export const widgetSettings = defineSettings(
  variables,
  (values): WidgetSettings => ({ url: values.ALLCLEAR_WIDGET_URL || null }),
);

/** Where widgets are, without the query that names one: `https://weather.example/widget/`. */
export function widgetHost({ url }: WidgetSettings, installationUrl: string): string {
  return url === null ? `${installationUrl}/widget/` : `${url}/`;
}
