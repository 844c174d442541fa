import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/client.ts';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';

/** Places that match the typed text, requested after a pause in typing. */
export function usePlaceSearch(text: string) {
  const api = useApi();
  const [query] = useDebouncedValue(text.trim(), 250);
  return useQuery({
    queryKey: locationKeys.placeSearch.of(query),
    queryFn: ({ signal }) => api.call(routes.searchPlaces, { query: { query }, signal }),
    enabled: query.length >= 2,
    staleTime: 300_000,
    // Of a busy server a second try is often answered; then words say what else can be done.
    retry: 2,
    retryDelay: 400,
    placeholderData: (before) => (query.length >= 2 ? before : undefined),
  });
}

/** The name of a point, or null; failures are not shown (spec 1 section 8). */
export async function nameOfPoint(
  api: ApiClient,
  latitude: number,
  longitude: number,
): Promise<string | null> {
  try {
    return (await api.call(routes.reversePlace, { query: { latitude, longitude } }))?.label ?? null;
  } catch {
    return null;
  }
}
