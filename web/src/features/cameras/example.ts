import type { AddressInfo } from 'node:net';
import type { Camera, CameraLink, CameraSettings, ConsumedMinutes, CurrentUser } from '@allclear/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import type { StandInApi } from '../../api/stand-in-api.tsx';

/** For tests. */
export const camera: Camera = {
  ...{ id: 'c1', name: 'Stadium gate', customerId: 'bay', kind: 'mjpeg', simulated: false },
  ...{ organizationLocationId: 'o1', organizationLocationName: 'Stadium', problem: null, revision: 3 },
};
export const settings: CameraSettings = {
  ...{ ...camera, address: 'http://192.168.1.20/video.mjpg', username: 'viewer', hasPassword: true },
};
export const minutes: ConsumedMinutes = {
  ...{ consumedMinutes: 75, consumedSeconds: 4_520, allowedMinutes: 600, usedUp: false, sharing: true },
  ...{ nextMonthUtc: '2026-07-01T05:00:00Z', timeZone: 'America/Chicago' },
};
export const link: CameraLink = {
  ...{ id: 's1', name: 'Fire department', cameraId: 'c1', cameraName: 'Stadium gate', createdBy: 'Kim Lee' },
  ...{ createdUtc: '2026-06-06T18:00:00Z', expiresUtc: '2026-06-06T22:00:00Z', expired: false },
  ...{ views: 2, seconds: 185, lastUsedUtc: '2026-06-06T19:00:00Z' },
};
export const admin: CurrentUser = {
  ...{ id: 'kim', customerId: 'bay', email: 'kim@bay.example', phoneNumber: null, userName: 'kim' },
  ...{ firstName: 'Kim', lastName: 'Lee', fullName: 'Kim Lee', roleName: 'Admin', created: '' },
  ...{ activated: null, isActive: true, declinesNotifications: false, permissions: [] },
};

/** The server's side of live streams, at the origin of the API that stands in. */
export interface StandInStreams {
  readonly viewers: { readonly path: string; readonly protocols: string[]; readonly socket: WebSocket }[];
  /** What viewers sent, in order. */
  readonly received: string[];
  /** Viewers that are connected. */
  count(): number;
  /** An address below this origin. */
  address(path: string): string;
  close(): void;
}

export function openStandInStreams(api: StandInApi): StandInStreams {
  const server = new WebSocketServer({
    server: api.server,
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  const viewers: StandInStreams['viewers'] = [];
  const received: string[] = [];
  server.on('connection', (socket, { url = '', headers }) => {
    socket.on('message', (text) => received.push(String(text)));
    const protocols = (headers['sec-websocket-protocol'] ?? '').split(/,\s*/);
    viewers.push({ path: url, protocols, socket });
  });
  return {
    ...{ viewers, received },
    count: () => server.clients.size,
    address: (path) => `http://127.0.0.1:${(api.server.address() as AddressInfo).port}${path}`,
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

/** An answer with one picture of a stream. */
export const onePicture = {
  type: 'multipart/x-mixed-replace; boundary=frame',
  file: '--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 4\r\n\r\nJPEG\r\n',
};
