import { checkedText, defineSettings } from '../platform/settings/settings.ts';

export interface CameraSettings {
  /** The program for RTSP cameras: an absolute path or a command. */
  readonly ffmpeg: string;
}

const variables = {
  ALLCLEAR_FFMPEG: checkedText(
    {
      fallback: '`ffmpeg`',
      meaning:
        'the ffmpeg program for [live cameras](cameras.md) with RTSP, and simulated ones with HLS or RTSP: an absolute path, or a command of /usr/local/bin, /usr/bin or /bin; without one such cameras cannot be watched',
    },
    (value) => /^(\/\S+|[\w.+-]+)$/.test(value),
    (value) => `ALLCLEAR_FFMPEG must be an absolute path or a command, not '${value}'.`,
    'ffmpeg',
  ),
};

export const cameraSettings = defineSettings(
  variables,
  (values): CameraSettings => ({ ffmpeg: values.ALLCLEAR_FFMPEG }),
);
