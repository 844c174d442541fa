import type { RiskProfile, WorkRestProfile } from '@allclear/contract';
import { roundTo } from '@allclear/domain';
import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconCopy, IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './HeatProfiles.module.css';

interface ProfileCardProps {
  profile: WorkRestProfile;
  risk: RiskProfile | undefined;
  /** Where it applies, in words. */
  usedAt: string | null;
  /** Null: the user may not change it. */
  onEdit: (() => void) | null;
  onCopy: (() => void) | null;
}

/** A profile: its owner, where it applies, and its bands on demand. */
export function ProfileCard({ profile, risk, usedAt, onEdit, onCopy }: ProfileCardProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { name, source, isPublished, proposed, primaryMetric, intensities, modifiers } = profile;
  return (
    <article className={classes.card} aria-labelledby={`${id}-name`}>
      <header className={classes.profileHeader}>
        <h3 id={`${id}-name`}>{name}</h3>
        <span className={classes.badge}>
          {isPublished ? (proposed ? 'Proposed, not law' : 'Published') : 'Your own'}
        </span>
      </header>
      <p className={classes.muted}>{source ?? 'Made by your organization.'}</p>
      <p className={classes.muted}>
        By {primaryMetric}
        {risk && `, with ${risk.name}`}
      </p>
      {usedAt && <p className={classes.used}>{usedAt}</p>}
      <UnstyledButton
        className={classes.more}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide what it says' : 'Show what it says'}
        <IconChevronDown size={16} aria-hidden="true" />
      </UnstyledButton>
      {open && (
        <div id={id}>
          {intensities.map((intensity) => (
            <BandTable key={intensity.id} profile={profile} intensity={intensity} />
          ))}
          {modifiers.length > 0 && (
            <ul className={classes.modifiers} aria-label="Modifiers">
              {modifiers.map((modifier) => (
                <li key={modifier.id}>
                  {modifier.name}: {modifier.adjustment > 0 ? '+' : ''}
                  {modifier.adjustment} °F
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div className={classes.actions}>
        {onEdit && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} />}
            aria-label={`Edit ${name}`}
            onClick={onEdit}
          >
            Edit
          </Button>
        )}
        {onCopy && (
          <Button
            variant="subtle"
            leftSection={<IconCopy size={16} />}
            aria-label={`Copy ${name}`}
            onClick={onCopy}
          >
            Copy
          </Button>
        )}
      </div>
    </article>
  );
}

function BandTable({
  profile,
  intensity,
}: {
  profile: WorkRestProfile;
  intensity: WorkRestProfile['intensities'][number];
}) {
  const bands = profile.matrices.filter(({ workRestIntensityId }) => workRestIntensityId === intensity.id);
  return (
    <table className={classes.bands}>
      <caption>{intensity.name}</caption>
      <thead>
        <tr>
          <th scope="col">{profile.primaryMetric} up to</th>
          <th scope="col">Work an hour</th>
          <th scope="col">Also required</th>
        </tr>
      </thead>
      <tbody>
        {bands.map(({ max, workPercent, advice }) => (
          <tr key={max ?? 'open'}>
            <th scope="row">{max === null ? 'hotter' : `${max.toFixed(1)} °F`}</th>
            <td>{workPercent === null ? 'no figure' : `${roundTo(60 * workPercent, 1)} min`}</td>
            <td>{advice ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
