import type { Location, WeatherStation } from '@allclear/contract';
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconArrowsMaximize, IconCameraOff, IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import {
  isOldImage,
  stationOfPlace,
  useImageTime,
  useStationImage,
  useStations,
} from '../../../api/station-images.ts';
import { timeAgo } from '../../../clock/time-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Delayed } from '../../../ui/Delayed.tsx';
import { useObjectUrl } from '../../../ui/use-object-url.ts';
import classes from './StationImageCard.module.css';

const ImageViewer = lazy(() => import('./ImageViewer.tsx'));

export const stationImageCrashText = 'The picture of this location cannot be shown.';

interface StationImageCardProps {
  location: Location;
  speed: number;
  nowMs: number | null;
  onEdit: () => void;
}

/**
 * The image of the selected location's weather station (spec 1 section 2.5), with buttons to enlarge it and
 * to edit the location. Nothing for a place without a station; it may have one while that is not known.
 */
export function StationImageCard(props: StationImageCardProps) {
  const stations = useStations(props.speed);
  const { organizationLocationId } = props.location;
  const station = stationOfPlace(stations?.value ?? [], organizationLocationId);
  const mayHaveStation =
    organizationLocationId !== null && (stations === undefined || stations.value === null);
  return station !== null || mayHaveStation ? (
    <StationImage {...props} stations={stations} station={station} />
  ) : null;
}

interface StationImageProps extends StationImageCardProps {
  stations: ReturnType<typeof useStations>;
  /** Null while it is not known. */
  station: WeatherStation | null;
}

function StationImage({ location, speed, nowMs, onEdit, stations, station }: StationImageProps) {
  const takenAt = useImageTime(station, speed);
  const image = useStationImage(station?.id ?? null, takenAt);
  const url = useObjectUrl(image.kind === 'picture' ? image.blob : null);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const [expanded, setExpanded] = useState(false);
  const shownUrl = url === failedUrl ? null : url;
  const taken = image.kind === 'picture' && shownUrl !== null ? image.takenAt : null;
  const old = taken !== null && isOldImage(taken, nowMs, speed);
  const status = statusOf();

  function statusOf(): string | null {
    if (shownUrl !== null) return null;
    if (stations === undefined) return 'asking';
    if (stations.value === null) return 'Weather stations are temporarily unavailable. We keep trying.';
    if (image.kind === 'none') return 'There is no picture from this station yet.';
    return image.kind === 'failed' || url !== null
      ? 'The picture is temporarily unavailable. We keep trying.'
      : 'asking';
  }

  return (
    <Card
      title={station?.name ?? 'Weather station image'}
      age={taken === null ? undefined : `Image updated ${timeAgo(taken, nowMs)}`}
      unknown={
        old || image.kind === 'failed' || (url !== null && url === failedUrl) || stations?.value === null
      }
    >
      <div className={classes.frame}>
        {shownUrl !== null && (
          <img
            className={classes.image}
            data-old={old || undefined}
            src={shownUrl}
            alt={`What the camera of ${station?.name} saw ${timeAgo(taken, nowMs)}`}
            onError={() => setFailedUrl(shownUrl)}
          />
        )}
        {old && (
          <p className={classes.old}>
            <strong>Not current.</strong> Taken {timeAgo(taken, nowMs)}.
          </p>
        )}
        {status === 'asking' && (
          <Delayed>
            <Skeleton className={classes.image} height="100%" radius={8} />
          </Delayed>
        )}
        {status !== null && status !== 'asking' && (
          <div className={classes.placeholder} role="status">
            <IconCameraOff size={36} stroke={1.4} aria-hidden="true" />
            <p>{status}</p>
          </div>
        )}
        <Controls
          label={location.label}
          onExpand={shownUrl === null ? null : () => setExpanded(true)}
          onEdit={onEdit}
        />
      </div>
      {expanded && (
        <Suspense fallback={null}>
          <ImageViewer
            title={station?.name ?? ''}
            url={shownUrl}
            note={taken === null ? '' : `${old ? 'Not current. ' : ''}Image updated ${timeAgo(taken, nowMs)}`}
            onClose={() => setExpanded(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

interface ControlsProps {
  label: string;
  /** Null while there is no image. */
  onExpand: (() => void) | null;
  onEdit: () => void;
}

function Controls({ label, onExpand, onEdit }: ControlsProps) {
  return (
    <div className={classes.controls}>
      {onExpand && (
        <Tooltip label="Expand image">
          <ActionIcon
            className={classes.expand}
            variant="default"
            aria-label="Expand image"
            onClick={onExpand}
          >
            <IconArrowsMaximize size={20} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label="Edit location">
        <ActionIcon variant="default" aria-label={`Location settings of ${label}`} onClick={onEdit}>
          <IconPencil size={20} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
