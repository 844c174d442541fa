import type { WidgetForm } from '@allclear/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { widgetKeys } from '../../../api/query-keys/widgets.ts';
import { routes } from '../../../api/routes.ts';
import { useApi } from '../../../services.ts';

/** What changes with the weather, real ms. */
const renewedMs = 15_000;
/** A pause in typing, real ms. */
const pauseMs = 300;

/** What the widget in the form would show. Undefined without a location. */
export function useWidgetPreview(form: WidgetForm, organizationId: string) {
  const api = useApi();
  // As text: the form is another object at every rendering, and only another content counts.
  const [text] = useDebouncedValue(JSON.stringify({ ...form, customerId: organizationId }), pauseMs);
  return useQuery({
    queryKey: widgetKeys.preview.of(text),
    queryFn: ({ signal }) =>
      api.call(routes.previewWidget, { body: JSON.parse(text) as Record<string, unknown>, signal }),
    enabled: form.orgLocId !== null,
    refetchInterval: renewedMs,
    // A form of a minute ago is not shown as of now.
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}
