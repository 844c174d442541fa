import type { CameraSettings } from '@allclear/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../../api/client.ts';
import { cameraKeys } from '../../../api/query-keys/cameras.ts';
import { locationKeys } from '../../../api/query-keys/locations.ts';
import { routes } from '../../../api/routes.ts';
import { useChange, useRouteQuery } from '../../../api/use-route.ts';
import { useApi } from '../../../services.ts';
import { type CameraFields, cameraBody, mergedFields } from './camera-fields.ts';

/** A camera with its address, for its form. */
export function useCameraSettings(id: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: cameraKeys.settings.of(id),
    queryFn: ({ signal }) => api.call(routes.getCameraSettings, { params: { id: id ?? '' }, signal }),
    refetchOnMount: 'always',
    // A form that opens again starts from what is stored then.
    gcTime: 0,
    enabled: id !== null,
  });
}

export const useCameraPlaces = () =>
  useRouteQuery(routes.listOrganizationLocations, locationKeys.organizationLocations.all, {
    staleTime: 60_000,
  });

export const useCameraLinks = () =>
  useRouteQuery(routes.listCameraLinks, cameraKeys.links.all, { refetchOnMount: 'always' });

/** A change of cameras or their links: the lists of both are asked for again. */
export function useCameraChange<Input, Answer>(call: (api: ApiClient, input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useChange(async (api, input: Input) => {
    try {
      return await call(api, input);
    } finally {
      void client.invalidateQueries({ queryKey: cameraKeys.links.all });
    }
  }, cameraKeys.cameras.all);
}

interface Saving {
  edited: CameraSettings | null;
  /** As it is now, where that is known. */
  current: CameraSettings | null;
  fields: CameraFields;
}

/** Adds a camera, or changes what differs from the edited one; after a refusal its state of now is asked for. */
export function useSaveCamera() {
  const client = useQueryClient();
  return useCameraChange(async (api, { edited, current, fields }: Saving) => {
    const body = cameraBody(mergedFields(edited, current, fields));
    if (!edited) return api.call(routes.addCamera, { body, once: true });
    const { id, revision } = current ?? edited;
    try {
      return await api.call(routes.changeCamera, { params: { id }, body: { ...body, revision } });
    } catch (thrown) {
      void client.invalidateQueries({ queryKey: cameraKeys.settings.all });
      throw thrown;
    }
  });
}

export const useDeleteCamera = () =>
  useCameraChange((api, id: string) => api.call(routes.deleteCamera, { params: { id } }));
