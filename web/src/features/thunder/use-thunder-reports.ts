import { lightningKeys } from '../../api/query-keys/lightning.ts';
import { useQueryStateList } from '../../api/query-state.ts';
import { routes } from '../../api/routes.ts';
import { useChange } from '../../api/use-route.ts';

/** Thunder that was heard at the person's places in the last day, newest first. */
export const useThunderReports = (speed: number) =>
  useQueryStateList({
    queryKey: lightningKeys.thunderReports.all,
    load: (api, signal) => api.call(routes.listThunderReports, { signal }),
    polled: 'warnings',
    speed,
  });

/** Takes a report back; an admin says why. The event of the change renews what holds the place. */
export const useTakeBack = () =>
  useChange(
    (api, { id, reason }: { id: string; reason: string }) =>
      api.call(routes.takeThunderBack, { params: { id }, body: { reason } }),
    lightningKeys.thunderReports.all,
  );
