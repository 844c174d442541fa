import { useQuery } from '@tanstack/react-query';
import { pollEveryMs } from '../../api/polling.ts';
import { getLocationObservation } from '../../api/routes.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';

export const observationKey = (id: string) => ['observation', id] as const;

/** Current conditions at a location. */
export function useObservation(id: string, speed: number) {
  const api = useApi();
  return useQuery({
    queryKey: observationKey(id),
    queryFn: async ({ signal }) => {
      const answer = await api.call(getLocationObservation, { params: { id }, signal });
      clock.set(answer.now);
      return answer;
    },
    refetchInterval: pollEveryMs('observation', speed),
    retry: false,
  });
}
