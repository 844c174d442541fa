import type { LocationObservation } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../../api/failure.ts';
import { pollEveryMs } from '../../api/polling.ts';
import { conditionKeys } from '../../api/query-keys/conditions.ts';
import { routes } from '../../api/routes.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';

export interface ObservationState {
  answer: LocationObservation | null;
  failed: boolean;
}

/** Current conditions at a location. */
export function useObservation(id: string, speed: number) {
  const api = useApi();
  return useQuery({
    queryKey: conditionKeys.observation.of(id),
    // The last answer is stored beside a failure, because the cache drops it when it requests again, and the
    // card would flicker.
    queryFn: async ({ signal, client }): Promise<ObservationState> => {
      try {
        const answer = await api.call(routes.getLocationObservation, { params: { id }, signal });
        clock.set(answer.now);
        return { answer, failed: false };
      } catch (thrown) {
        if (!(thrown instanceof ApiFailure)) throw thrown;
        const gone = thrown.status === 404;
        return {
          answer: gone
            ? null
            : (client.getQueryData<ObservationState>(conditionKeys.observation.of(id))?.answer ?? null),
          failed: true,
        };
      }
    },
    refetchInterval: pollEveryMs('observation', speed),
    retry: false,
  });
}
