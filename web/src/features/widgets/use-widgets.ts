import type { Widget, WidgetForm } from '@allclear/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { widgetKeys } from '../../api/query-keys/widgets.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import { useApi } from '../../services.ts';

/** Others may change widgets while a page is open. */
const renewedMs = 60_000;

/** The widgets that the user may change: of the own organization, or of all for a full widget admin. */
export const useWidgets = () =>
  useRouteQuery(routes.listAllWidgets, widgetKeys.widgets.all, { refetchInterval: renewedMs });

/** One widget; nothing is requested for a new one. */
export function useWidget(id: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: widgetKeys.widget.of(id),
    queryFn: ({ signal }) => api.call(routes.getWidget, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    refetchInterval: renewedMs,
    retry: false,
  });
}

/** The locations, policies and groups that a widget of an organization can show. */
export function useWidgetChoices(organizationId: string) {
  const api = useApi();
  return useQuery({
    queryKey: widgetKeys.choices.of(organizationId),
    queryFn: ({ signal }) =>
      api.call(routes.widgetChoices, { params: { customerId: organizationId }, signal }),
    retry: false,
  });
}

/** Adds a widget, or changes one: `revision` is the newest one that the form has shown. */
export function useSaveWidget(organizationId: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, saved }: { body: WidgetForm; saved: Pick<Widget, 'id' | 'revision'> | null }) =>
      saved
        ? api.call(routes.changeWidget, {
            params: { id: saved.id },
            body: { ...body, revision: saved.revision },
          })
        : api.call(routes.addWidget, { body: { ...body, customerId: organizationId }, once: true }),
    onSuccess: (widget) => client.setQueryData(widgetKeys.widget.of(widget.id), widget),
    // Another editor may be why it was refused: the form then shows the widget as it is now.
    onError: (_, { saved }) =>
      saved && client.invalidateQueries({ queryKey: widgetKeys.widget.of(saved.id) }),
    onSettled: () => void client.invalidateQueries({ queryKey: widgetKeys.widgets.all }),
  });
}

export const useDeleteWidget = () =>
  useChange((api, id: string) => api.call(routes.deleteWidget, { params: { id } }), widgetKeys.widgets.all);

/** Gives a widget another public address. */
export function useReplaceAddress() {
  const client = useQueryClient();
  return useChange(
    (api, id: string) => api.call(routes.replaceWidgetAddress, { params: { id } }),
    widgetKeys.widgets.all,
    (widget) => client.setQueryData(widgetKeys.widget.of(widget.id), widget),
  );
}

/** Mails how to embed a widget. */
export function useMailGuide() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: { recipient: string; widgetId: string; sender: string }) =>
      api.call(routes.mailWidgetGuide, { body }),
  });
}

/** Organizations by a part of their name, requested after a pause in typing. */
export function useFoundOrganizations(text: string) {
  const api = useApi();
  const [name] = useDebouncedValue(text.trim(), 250);
  return useQuery({
    queryKey: widgetKeys.organizations.of(name),
    queryFn: ({ signal }) => api.call(routes.findWidgetOrganizations, { query: { name }, signal }),
    enabled: name !== '',
    staleTime: 60_000,
    retry: false,
    placeholderData: (before) => (name === '' ? undefined : before),
  });
}
