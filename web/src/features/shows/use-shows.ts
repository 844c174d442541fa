import type { Show, ShowForm } from '@allclear/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showKeys } from '../../api/query-keys/shows.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import { useApi } from '../../services.ts';

/** Others may change shows while a page is open. */
const renewedMs = 60_000;
/** What changes with the weather, real ms: a screen itself has it every ten seconds. */
const previewMs = 10_000;
/** A pause in typing, real ms. */
const pauseMs = 400;

export const useShows = () =>
  useRouteQuery(routes.listShows, showKeys.shows.all, { refetchInterval: renewedMs });

export const useShowChoices = () => useRouteQuery(routes.showChoices, showKeys.choices.all);

/** One show; nothing is requested for a new one. */
export function useShow(id: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: showKeys.show.of(id),
    queryFn: ({ signal }) => api.call(routes.getShow, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    refetchInterval: renewedMs,
    retry: false,
  });
}

/** Adds a show, or changes one: `revision` is the newest one that the form has shown. */
export function useSaveShow() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, saved }: { body: ShowForm; saved: Pick<Show, 'id' | 'revision'> | null }) =>
      saved
        ? api.call(routes.changeShow, {
            params: { id: saved.id },
            body: { ...body, revision: saved.revision },
          })
        : api.call(routes.addShow, { body, once: true }),
    onSuccess: (show) => client.setQueryData(showKeys.show.of(show.id), show),
    // Another Admin may be why it was refused: the form then shows the show as it is now.
    onError: (_, { saved }) => saved && client.invalidateQueries({ queryKey: showKeys.show.of(saved.id) }),
    onSettled: () => void client.invalidateQueries({ queryKey: showKeys.shows.all }),
  });
}

export const useDeleteShow = () =>
  useChange((api, id: string) => api.call(routes.deleteShow, { params: { id } }), showKeys.shows.all);

/** What the show in the form would show. Nothing is requested while the form could not be saved. */
export function useShowPreview(form: ShowForm | null) {
  const api = useApi();
  // As text: the form is another object at every rendering, and only another content counts.
  const [text] = useDebouncedValue(JSON.stringify(form), pauseMs);
  return useQuery({
    queryKey: showKeys.preview.of(text),
    queryFn: ({ signal }) =>
      api.call(routes.previewShow, { body: JSON.parse(text) as Record<string, unknown>, signal }),
    enabled: text !== 'null',
    refetchInterval: previewMs,
    // A form of a minute ago is not shown as of now.
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** The links of a show, the newest first. */
export function useShowLinks(showId: string) {
  const api = useApi();
  return useQuery({
    queryKey: showKeys.links.of(showId),
    queryFn: ({ signal }) => api.call(routes.listShowLinks, { params: { id: showId }, signal }),
    refetchInterval: renewedMs,
  });
}

export function useAddLink(showId: string) {
  const client = useQueryClient();
  return useChange(
    (api, body: { name: string; days: number }) =>
      api.call(routes.addShowLink, { params: { id: showId }, body, once: true }),
    showKeys.links.of(showId),
    () => void client.invalidateQueries({ queryKey: showKeys.shows.all }),
  );
}

export function useRevokeLink(showId: string) {
  const client = useQueryClient();
  return useChange(
    (api, linkId: string) => api.call(routes.deleteShowLink, { params: { id: showId, linkId } }),
    showKeys.links.of(showId),
    () => void client.invalidateQueries({ queryKey: showKeys.shows.all }),
  );
}
