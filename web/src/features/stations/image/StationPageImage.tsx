import type { StationCurrent } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { IconCameraOff } from '@tabler/icons-react';
import { useState } from 'react';
import { isOldImage, useStationImage } from '../../../api/station-images.ts';
import { timeAgo } from '../../../clock/time-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Delayed } from '../../../ui/Delayed.tsx';
import { useObjectUrl } from '../../../ui/use-object-url.ts';
import classes from './StationImageCard.module.css';

interface StationPageImageProps {
  station: StationCurrent;
  /** The address of an image as the page's own address names it: anybody may have written it. '' for none. */
  imageUrl: string;
  speed: number;
  nowMs: number;
  /** Nobody is signed in. */
  isPublic: boolean;
}

/**
 * The image of a station on its page. The address of the page only chooses it: it is compared with the station's own
 * and never loaded, so nothing of another station or server can be shown here.
 */
export function StationPageImage({ station, imageUrl, speed, nowMs, isPublic }: StationPageImageProps) {
  const isOwn = imageUrl === '' || imageUrl === station.imageUrl;
  const image = useStationImage(station.id, station.imageLastModified, isOwn, isPublic);
  const url = useObjectUrl(isOwn && image.kind === 'picture' ? image.blob : null);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const shownUrl = url === failedUrl ? null : url;
  const takenAt = image.kind === 'picture' && shownUrl !== null ? image.takenAt : null;
  const old = takenAt !== null && isOldImage(takenAt, nowMs, speed);
  const failed = image.kind === 'failed' || (url !== null && url === failedUrl);
  return (
    <Card
      title="Station image"
      age={takenAt === null ? undefined : `Image updated ${timeAgo(takenAt, nowMs)}`}
      unknown={old || failed}
    >
      <div className={`${classes.frame} ${classes.large}`}>
        {shownUrl !== null ? (
          <img
            className={classes.image}
            data-old={old || undefined}
            src={shownUrl}
            alt={`What the camera of ${station.name} saw ${timeAgo(takenAt, nowMs)}`}
            onError={() => setFailedUrl(shownUrl)}
          />
        ) : (
          <Placeholder text={placeholderOf(isOwn, image.kind, failed)} />
        )}
        {old && (
          <p className={classes.old}>
            <strong>Not current.</strong> Taken {timeAgo(takenAt, nowMs)}.
          </p>
        )}
      </div>
    </Card>
  );
}

/** Null while the image is on its way. */
function placeholderOf(
  isOwn: boolean,
  kind: ReturnType<typeof useStationImage>['kind'],
  failed: boolean,
): string | null {
  if (!isOwn) return 'The image in this address is not of this station.';
  if (kind === 'none') return 'There is no image from this station yet.';
  return failed ? 'The image is temporarily unavailable. We keep trying.' : null;
}

function Placeholder({ text }: { text: string | null }) {
  if (text === null)
    return (
      <Delayed>
        <Skeleton className={classes.image} height="100%" radius={8} />
      </Delayed>
    );
  return (
    <div className={classes.placeholder} role="status">
      <IconCameraOff size={36} stroke={1.4} aria-hidden="true" />
      <p>{text}</p>
    </div>
  );
}
