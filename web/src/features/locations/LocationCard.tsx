import type { WeatherStation } from '@allclear/contract';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconCameraOff, IconEye, IconHandStop, IconHelpCircle } from '@tabler/icons-react';
import { memo, type ReactNode, useState } from 'react';
import { useStationImage } from '../../api/station-images.ts';
import { EventIcon } from '../../ui/EventIcon.tsx';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import classes from './LocationCard.module.css';
import {
  answerWord,
  areSameThreats,
  badgeIconsMax,
  closedCode,
  type LocationThreats,
  type Threat,
  threatsText,
} from './threat.ts';

interface LocationCardProps {
  id: string;
  label: string;
  station: WeatherStation | null;
  /** The age of its image in words; null while the image is current. */
  imageAge: string | null;
  /** Whether the card is visible: only then its image is requested. */
  inView: boolean;
  standing: LocationThreats;
  onSelect: (id: string) => void;
}

/** A location in the strip: its image or a camera-off placeholder, its name, and a badge for a threat. */
export const LocationCard = memo(function LocationCard({
  id,
  label,
  station,
  imageAge,
  inView,
  standing,
  onSelect,
}: LocationCardProps) {
  const words = threatsText(standing);
  return (
    <Tooltip label={words}>
      <UnstyledButton
        className={classes.card}
        data-unknown={isUnknown(standing) || undefined}
        onClick={() => onSelect(id)}
      >
        <CardImage station={station} age={imageAge} wanted={inView}>
          <span className={classes.label}>
            <span className={classes.name}>{label}</span>
            <span className={classes.word} data-state={standing.answer}>
              {answerWord(standing)}
            </span>
          </span>
        </CardImage>
        <Badge standing={standing} />
        <span className="visually-hidden">{words}</span>
      </UnstyledButton>
    </Tooltip>
  );
}, isSameCard);

/** The clock renders the strip several times a second; a card is rendered again only after a change in it. */
function isSameCard(
  { standing: before, ...was }: LocationCardProps,
  { standing: after, ...is }: LocationCardProps,
): boolean {
  return (
    areSameThreats(before, after) &&
    (Object.keys(is) as (keyof typeof is)[]).every((name) => was[name] === is[name])
  );
}

/** The image behind the card's label, and its age when it is no longer current. */
function CardImage({
  station,
  age,
  wanted,
  children,
}: {
  station: WeatherStation | null;
  age: string | null;
  wanted: boolean;
  children: ReactNode;
}) {
  const image = useStationImage(station?.id ?? null, station?.imageLastModified ?? null, wanted);
  const url = useObjectUrl(image.kind === 'picture' ? image.blob : null);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isComing = image.kind === 'asking' || (image.kind === 'picture' && url === null);
  if (url === null || url === failedUrl) {
    return (
      <>
        {!isComing && (
          <IconCameraOff className={classes.placeholder} size={26} stroke={1.5} aria-hidden="true" />
        )}
        {children}
      </>
    );
  }
  return (
    <>
      <img
        className={classes.image}
        data-old={age !== null || undefined}
        src={url}
        alt=""
        onError={() => setFailedUrl(url)}
      />
      {children}
      {age !== null && <span className={classes.age}>Picture {age}</span>}
    </>
  );
}

function isUnknown({ lightning, warnings }: LocationThreats): boolean {
  return lightning === 'unknown' || warnings === 'unknown';
}

function Badge({ standing }: { standing: LocationThreats }) {
  const { threats } = standing;
  if (threats.length === 0) {
    if (!isUnknown(standing)) return null;
    return (
      <span className={classes.badge} data-tone="unknown">
        <IconHelpCircle size={16} aria-hidden="true" />
        Unknown
      </span>
    );
  }
  const shown = threats.slice(0, badgeIconsMax);
  const more = threats.slice(badgeIconsMax);
  const tone = (['danger', 'observing', 'advisory'] as const).find((one) =>
    threats.some((threat) => threat.tone === one),
  );
  return (
    <span className={classes.badge} data-tone={tone}>
      {shown.map((threat) => (
        <Tooltip key={threat.code} label={threat.label}>
          <span className={classes.threat}>
            <ThreatIcon threat={threat} />
            {threat.countdown}
            {threat.paused && <span className={classes.paused}>paused</span>}
          </span>
        </Tooltip>
      ))}
      {more.length > 0 && (
        <Tooltip label={more.map((threat) => threat.label).join(', ')}>
          <span>...</span>
        </Tooltip>
      )}
      {isUnknown(standing) && <IconHelpCircle size={16} aria-hidden="true" />}
    </span>
  );
}

function ThreatIcon({ threat }: { threat: Threat }) {
  if (threat.code === closedCode) return <IconHandStop size={16} aria-hidden="true" />;
  if (threat.tone === 'observing') return <IconEye size={16} aria-hidden="true" />;
  return <EventIcon type={threat.threatType} size={16} />;
}
