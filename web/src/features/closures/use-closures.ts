import type { Closure } from '@allclear/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pollEveryMs } from '../../api/polling.ts';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { warningKeys } from '../../api/query-keys/warnings.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';

/** The places of the organization that are closed now. */
export const useClosures = (enabled: boolean) =>
  useRouteQuery(routes.listClosures, locationKeys.closures.all, {
    enabled,
    refetchInterval: () => pollEveryMs('warnings', clock.speed()),
  });

interface SavedClosure {
  /** Null for a new one. */
  readonly id: string | null;
  readonly organizationLocationId: string;
  readonly body: { readonly reason: string; readonly untilUtc: string | null; readonly revision?: number };
}

/** What is closed, and what holds each place, are asked for again afterwards. */
function useClosureChange<Input>(call: (api: ReturnType<typeof useApi>, input: Input) => Promise<Closure>) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => call(api, input),
    onSettled: () =>
      Promise.all(
        [locationKeys.closures, warningKeys.violations].map(({ all }) =>
          client.invalidateQueries({ queryKey: all }),
        ),
      ),
  });
}

export const useSaveClosure = () =>
  useClosureChange((api, { id, organizationLocationId, body }: SavedClosure) =>
    id === null
      ? api.call(routes.closePlace, { body: { organizationLocationId, ...body }, once: true })
      : api.call(routes.changeClosure, { params: { id }, body }),
  );

export const useOpenPlace = () =>
  useClosureChange((api, { id, revision }: { id: string; revision: number }) =>
    api.call(routes.openPlace, { params: { id }, body: { revision } }),
  );
