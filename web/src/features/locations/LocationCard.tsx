import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconCameraOff, IconEye, IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { EventIcon } from '../../ui/EventIcon.tsx';
import classes from './LocationCard.module.css';
import { badgeIconsMax, type Standing, standingWords, type Threat } from './threat.ts';

interface LocationCardProps {
  label: string;
  imageUrl: string | null;
  standing: Standing;
  onSelect: () => void;
}

/** A location in the strip: its image or a camera-off placeholder, its name, and a badge when something threatens it. */
export function LocationCard({ label, imageUrl, standing, onSelect }: LocationCardProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const words = standingWords(standing);
  return (
    <Tooltip label={words}>
      <UnstyledButton className={`${classes.card} ${isUnknown(standing) ? 'hatched' : ''}`} onClick={onSelect}>
        {imageUrl && imageUrl !== failedUrl ? (
          <img className={classes.image} src={imageUrl} alt="" onError={() => setFailedUrl(imageUrl)} />
        ) : (
          <IconCameraOff className={classes.placeholder} size={26} stroke={1.5} aria-hidden="true" />
        )}
        <span className={classes.label}>{label}</span>
        <Badge standing={standing} />
        <span className="visually-hidden">{words}</span>
      </UnstyledButton>
    </Tooltip>
  );
}

function isUnknown({ lightning, warnings }: Standing): boolean {
  return lightning === 'unknown' || warnings === 'unknown';
}

function Badge({ standing }: { standing: Standing }) {
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
  const tone = threats.some((threat) => threat.tone === 'danger') ? 'danger' : 'observing';
  return (
    <span className={classes.badge} data-tone={tone}>
      {shown.map((threat) => (
        <Tooltip key={threat.code} label={threat.label}>
          <span className={classes.threat}>
            <ThreatIcon threat={threat} />
            {threat.countdown}
          </span>
        </Tooltip>
      ))}
      {more.length > 0 && (
        <Tooltip label={more.map((threat) => threat.label).join(', ')}>
          <span>…</span>
        </Tooltip>
      )}
      {isUnknown(standing) && <IconHelpCircle size={16} aria-hidden="true" />}
    </span>
  );
}

function ThreatIcon({ threat }: { threat: Threat }) {
  if (threat.tone === 'observing') return <IconEye size={16} aria-hidden="true" />;
  return <EventIcon type={threat.threatType} size={16} />;
}
