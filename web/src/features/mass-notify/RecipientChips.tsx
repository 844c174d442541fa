import { Button, Pill, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import form from '../../forms/form.module.css';
import classes from './MassNotify.module.css';

interface RecipientChipsProps {
  recipients: readonly string[];
  /** The name of a person by id; undefined for somebody who cannot be chosen. */
  nameOf: (id: string) => string | undefined;
  onChange: (recipients: string[]) => void;
}

/** Chips at first (spec 3 section 9). */
const shownFirst = 6;
/** More would take a second to draw; the tree has them all. */
const shownMax = 200;

/** The chosen recipients: the first six, and the others on demand. */
export function RecipientChips({ recipients, nameOf, onChange }: RecipientChipsProps) {
  const [isWhole, setWhole] = useState(false);
  if (recipients.length === 0) return null;
  const shown = recipients.slice(0, isWhole ? shownMax : shownFirst);
  const hidden = recipients.length - shown.length;
  return (
    <div className={classes.chosen}>
      <p className={form.hint} role="status">
        {recipients.length === 1 ? '1 recipient chosen' : `${recipients.length} recipients chosen`}
      </p>
      <ul className={classes.chips} aria-label="Chosen recipients">
        {shown.map((id) => {
          const name = nameOf(id) ?? 'Somebody who cannot be chosen';
          return (
            <li key={id}>
              <Pill size="lg" className={classes.chip ?? ''}>
                <span className={classes.chipName}>{name}</span>
                <UnstyledButton
                  className={`${classes.remove} touch-area`}
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(recipients.filter((one) => one !== id))}
                >
                  <IconX size={14} aria-hidden="true" />
                </UnstyledButton>
              </Pill>
            </li>
          );
        })}
      </ul>
      {isWhole && hidden > 0 && <p className={form.hint}>{hidden} more are marked in the tree.</p>}
      <div className={classes.row}>
        {recipients.length > shownFirst && (
          <Button variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Collapse' : 'View more'}
          </Button>
        )}
        <Button variant="subtle" onClick={() => onChange([])}>
          Remove all
        </Button>
      </div>
    </div>
  );
}
