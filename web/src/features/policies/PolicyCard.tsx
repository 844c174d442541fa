import type { Policy } from '@allclear/contract';
import { ActionIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconLifebuoy,
  IconMessageQuestion,
  IconPencil,
} from '@tabler/icons-react';
import { useId } from 'react';
import classes from './PolicyCard.module.css';
import { PolicyIcon } from './PolicyIcon.tsx';
import {
  allClearText,
  groupsText,
  listText,
  noticeText,
  reminderText,
  thresholdText,
} from './policy-text.ts';

interface PolicyCardProps {
  policy: Policy;
  groupNames: ReadonlyMap<string, string>;
  /** Null for users who may not edit. */
  onEdit: ((policy: Policy) => void) | null;
}

/** A policy in brief: its threshold, its end, and its groups. */
export function PolicyCard({ policy, groupNames, onEdit }: PolicyCardProps) {
  const id = useId();
  const threshold = thresholdText(policy);
  return (
    <article className={classes.card} aria-labelledby={id} data-editable={onEdit !== null || undefined}>
      <header className={classes.header}>
        <span className={classes.icon}>
          <PolicyIcon shortName={policy.policyTypeShortName} />
        </span>
        <div className={classes.names}>
          <h2 id={id}>{policy.displayName}</h2>
          {policy.policyTypeName !== policy.displayName && <p>{policy.policyTypeName}</p>}
        </div>
        {onEdit && (
          <ActionIcon
            className={classes.edit}
            aria-label={`Edit ${policy.displayName}`}
            aria-haspopup="dialog"
            onClick={() => onEdit(policy)}
          >
            <IconPencil size={20} aria-hidden="true" />
          </ActionIcon>
        )}
      </header>
      {threshold ? (
        <p className={classes.threshold}>
          <span className="visually-hidden">{threshold.sign === '≤' ? 'At or below ' : 'At or above '}</span>
          <span aria-hidden="true">{threshold.sign} </span>
          {threshold.number} <small>{threshold.unit}</small>
        </p>
      ) : (
        <p className={classes.events}>{listText(policy.events)}</p>
      )}
      <dl className={classes.facts}>
        <Detail term="All clear" text={allClearText(policy)} />
        <Detail term="Reminders" text={reminderText(policy.reAlertMinutes)} />
        <Detail term="Groups" text={groupsText(policy, groupNames)} />
        <Detail term="Notifies" text={noticeText(policy)} />
      </dl>
      <ul className={classes.badges} aria-label="State">
        {policy.isActive ? (
          <li className={classes.active}>
            <IconCircleCheck size={16} aria-hidden="true" />
            Active
          </li>
        ) : (
          <li className={classes.inactive}>
            <IconCircleDashed size={16} aria-hidden="true" />
            Inactive: no groups
          </li>
        )}
        {policy.lifeSafety && (
          <li className={classes.life}>
            <IconLifebuoy size={16} aria-hidden="true" />
            Life safety
          </li>
        )}
        {policy.asksResponse && (
          <li className={classes.asks}>
            <IconMessageQuestion size={16} aria-hidden="true" />
            Asks for a response
          </li>
        )}
      </ul>
      {policy.note && (
        <p className={classes.note}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {policy.note}
        </p>
      )}
    </article>
  );
}

function Detail({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}
