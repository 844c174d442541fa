import { liveStreamPath, liveStreamProtocol } from '@allclear/contract/live-stream';
import { useEffect, useRef, useState } from 'react';
import {
  type LiveStream,
  type LiveStreamState,
  type LiveStreamTimings,
  openLiveStream,
} from '../../../api/live-camera/live-stream.ts';
import { useApi } from '../../../services.ts';

const connecting: LiveStreamState = { kind: 'connecting', progress: '' };

/**
 * A session with a camera for as long as the component is there. `token` is that of a share link, in place of the
 * session's.
 */
export function useLiveStream(cameraId: string, token?: string, timings?: LiveStreamTimings) {
  const api = useApi();
  const [state, setState] = useState<LiveStreamState>(connecting);
  const stream = useRef<LiveStream | null>(null);
  useEffect(() => {
    const opened = openLiveStream({
      connect: () => api.socket(liveStreamPath(cameraId), liveStreamProtocol, token),
      onState: setState,
      ...(timings ? { timings } : {}),
    });
    stream.current = opened;
    return () => opened.close();
  }, [api, cameraId, token, timings]);
  return { state, proceed: () => stream.current?.proceed() };
}
