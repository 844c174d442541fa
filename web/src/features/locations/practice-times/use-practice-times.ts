import type { PracticeTimes } from '@allclear/contract';
import type { PracticeTime } from '@allclear/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { locationKeys } from '../../../api/query-keys/locations.ts';
import { warningKeys } from '../../../api/query-keys/warnings.ts';
import { routes } from '../../../api/routes.ts';
import { useChange } from '../../../api/use-route.ts';
import { useApi } from '../../../services.ts';

/** The practice times of an organization location, as they are when the form opens and renewed when they change. */
export function usePracticeTimes(organizationLocationId: string) {
  const api = useApi();
  return useQuery({
    queryKey: locationKeys.practiceTimes.of(organizationLocationId),
    queryFn: ({ signal }) =>
      api.call(routes.getPracticeTimes, { params: { id: organizationLocationId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The id of a practice time that is not saved yet. */
export const newId = /^new-\d+$/;

/** Replaces the practice times of a place, unless somebody else changed them since `edited`. */
export function useSavePracticeTimes(edited: PracticeTimes) {
  const client = useQueryClient();
  return useChange(
    (api, times: readonly PracticeTime[]) =>
      api.call(routes.savePracticeTimes, {
        body: {
          organizationLocationId: edited.organizationLocationId ?? '',
          revision: edited.revision,
          times: times.map(({ id, ...time }) => ({
            ...(newId.test(id) ? {} : { id }),
            ...time,
            weekdays: [...time.weekdays],
            exceptions: [...time.exceptions],
          })),
        },
      }),
    locationKeys.practiceTimes.all,
    () => void client.invalidateQueries({ queryKey: warningKeys.today.all }),
  );
}
