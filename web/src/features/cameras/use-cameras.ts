import type { CurrentUser } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import { pollEveryMs } from '../../api/polling.ts';
import { cameraKeys } from '../../api/query-keys/cameras.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';

/** The role that watches every camera of the organization. */
const everyCamera = 'Super Admin';

/** The cameras that the user may watch: a Super Admin all of them, others their own list (spec 3 section 6). */
export function useCameras(user: Pick<CurrentUser, 'customerId' | 'roleName'> | undefined) {
  const api = useApi();
  const customerId = user?.customerId ?? '';
  const isAll = user?.roleName === everyCamera;
  return useQuery({
    queryKey: cameraKeys.cameras.of(isAll ? 'all' : customerId),
    queryFn: ({ signal }) =>
      isAll
        ? api.call(routes.listAllCameras, { signal })
        : api.call(routes.listCameras, { params: { customerId }, signal }),
    refetchOnMount: 'always',
    enabled: user !== undefined,
  });
}

/** How much of the month's time is used, every 60 s. */
export function useConsumedMinutes(customerId: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: cameraKeys.minutes.of(customerId),
    queryFn: ({ signal }) =>
      api.call(routes.getConsumedMinutes, { params: { customerId: customerId ?? '' }, signal }),
    refetchInterval: pollEveryMs('cameraMinutes', 1),
    refetchOnMount: 'always',
    enabled: customerId !== undefined,
  });
}

/** The views of a month; 0 is the current one. */
export function useCameraLogs(customerId: string, monthOffset: number) {
  const api = useApi();
  const input = { params: { customerId }, query: { monthOffset } };
  const logs = useQuery({
    queryKey: cameraKeys.logs.of(customerId, monthOffset),
    queryFn: ({ signal }) => api.call(routes.listCameraLogs, { ...input, signal }),
    refetchOnMount: 'always',
  });
  const usage = useQuery({
    queryKey: cameraKeys.usage.of(customerId, monthOffset),
    queryFn: ({ signal }) => api.call(routes.getCameraUsage, { ...input, signal }),
    refetchOnMount: 'always',
  });
  return { logs, usage };
}
