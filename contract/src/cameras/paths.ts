export const listAllCameras = { method: 'GET', path: 'LiveStream/CameraFeed/All' } as const;
export const listCameras = { method: 'GET', path: 'LiveStream/CameraFeed/Customer/:customerId' } as const;
export const getConsumedMinutes = {
  method: 'GET',
  path: 'LiveStream/ConsumedMinutes/Customer/:customerId',
} as const;
export const listCameraLogs = { method: 'GET', path: 'LiveStream/Logs/Customer/:customerId' } as const;
export const getCameraUsage = { method: 'GET', path: 'LiveStream/Usage/Customer/:customerId' } as const;
export const getCameraSettings = { method: 'GET', path: 'LiveStream/Camera/:id' } as const;
export const addCamera = { method: 'POST', path: 'LiveStream/Camera' } as const;
export const changeCamera = { method: 'PUT', path: 'LiveStream/Camera/:id' } as const;
export const deleteCamera = { method: 'DELETE', path: 'LiveStream/Camera/:id' } as const;
export const checkCamera = { method: 'POST', path: 'LiveStream/Camera/:id/Check' } as const;
export const listCameraLinks = { method: 'GET', path: 'LiveStream/ShareLink' } as const;
export const addCameraLink = { method: 'POST', path: 'LiveStream/ShareLink' } as const;
export const deleteCameraLink = { method: 'DELETE', path: 'LiveStream/ShareLink/:id' } as const;
export const setCameraSharing = { method: 'PUT', path: 'LiveStream/Sharing' } as const;
export const openCameraLink = { method: 'POST', path: 'public/CameraLink' } as const;
