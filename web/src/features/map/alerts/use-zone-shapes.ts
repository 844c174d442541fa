import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Geometry, MultiPolygon } from 'geojson';
import { alertKeys } from '../../../api/query-keys/alerts.ts';
import { routes } from '../../../api/routes.ts';
import { useApi } from '../../../services.ts';

type Shapes = ReadonlyMap<string, Geometry>;

const heldKey = alertKeys.zoneShapes.of('held');
/** The server's limit of zones in one answer. */
const maxAtOnce = 40;
const questionsAtOnce = 4;
/** Real milliseconds until zones are requested again that were still loading, and that were not available. */
const pendingAgainMs = 15_000;
const unavailableAgainMs = 600_000;

export interface ZoneShapes {
  readonly shapes: Shapes;
  /** Zones whose shapes are not available. */
  readonly unavailable: ReadonlySet<string>;
  /** While the first request is pending. */
  readonly isLoading: boolean;
  readonly isError: boolean;
}

const none: Shapes = new Map();
const noZones: ReadonlySet<string> = new Set();

/**
 * Shapes of the zones (sorted). Each is downloaded once: loaded shapes are kept, and the browser caches
 * answers for a day.
 */
export function useZoneShapes(zones: readonly string[]): ZoneShapes {
  const api = useApi();
  const client = useQueryClient();
  const held = useQuery<Shapes>({
    queryKey: heldKey,
    queryFn: () => none,
    initialData: none,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const requested = useQuery({
    queryKey: alertKeys.zoneShapes.of('asked', ...zones),
    queryFn: async ({ signal }) => {
      const isHeld = (zone: string) => client.getQueryData<Shapes>(heldKey)?.has(zone) === true;
      const questions = questionsFor(zones.filter((zone) => !isHeld(zone)));
      let pending = 0;
      const unavailable = new Set<string>();
      for (let from = 0; from < questions.length; from += questionsAtOnce) {
        const some = questions.slice(from, from + questionsAtOnce);
        const answers = await Promise.all(
          some.map((codes) =>
            api.call(routes.listZoneShapes, { query: { zones: codes.join() }, browserCache: true, signal }),
          ),
        );
        const came = answers.flatMap(({ shapes }) =>
          shapes.map(({ Zone, Geometry }): [string, Geometry] => [Zone, Geometry as MultiPolygon]),
        );
        if (came.length > 0)
          client.setQueryData<Shapes>(heldKey, (before = none) => new Map([...before, ...came]));
        for (const answer of answers) {
          pending += answer.pending.length;
          for (const zone of answer.unavailable) unavailable.add(zone);
        }
      }
      return { pending, unavailable };
    },
    enabled: zones.length > 0,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    refetchInterval: ({ state: { data, error } }) =>
      !data || error || data.pending > 0
        ? pendingAgainMs
        : data.unavailable.size > 0
          ? unavailableAgainMs
          : false,
    retry: false,
  });
  return {
    shapes: held.data,
    unavailable: requested.data?.unavailable ?? noZones,
    isLoading: requested.isLoading,
    isError: requested.isError,
  };
}

/**
 * Zones of one state together, so that the next request is equal and can be answered from the browser's
 * cache.
 */
export function questionsFor(zones: readonly string[]): string[][] {
  const byState = new Map<string, string[]>();
  for (const zone of zones) {
    const state = zone.slice(0, -4);
    byState.set(state, [...(byState.get(state) ?? []), zone]);
  }
  return [...byState.values()].flatMap((codes) =>
    Array.from({ length: Math.ceil(codes.length / maxAtOnce) }, (_, index) =>
      codes.slice(index * maxAtOnce, (index + 1) * maxAtOnce),
    ),
  );
}
