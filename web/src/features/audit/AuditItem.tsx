import type { AuditEntryRow } from '@allclear/contract';
import { Anchor, UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { historyPath } from '../../session/paths.ts';
import classes from './Audit.module.css';
import { actionText, actorText, differencesOf, isUnknownId, recordNameOf } from './audit-text.ts';
import { Differences } from './Differences.tsx';
import { canPutBack } from './put-back.ts';

interface AuditItemProps {
  entry: AuditEntryRow;
  names: ReadonlyMap<string, string>;
  /** Whether the list is the history of its record. */
  isHistory: boolean;
  onPutBack: (entry: AuditEntryRow) => void;
}

/** Fields that are shown before the details are opened: of a change, and of something that was done. */
const shownFields = { change: 3, event: 6 };

/** An entry: who did what to what, and the fields that differ. */
export function AuditItem({ entry, names, isHistory, onPutBack }: AuditItemProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { recordId } = entry;
  const recordName = recordNameOf(entry, names);
  const differences = differencesOf(entry, names);
  const isChange = entry.before !== null && entry.after !== null;
  // What was added or deleted is said by its name.
  const isWhole = /\.(added|deleted)$/.test(entry.action);
  const short = isChange
    ? differences.slice(0, shownFields.change)
    : differences.filter(({ after }) => !isUnknownId(after)).slice(0, isWhole ? 0 : shownFields.event);
  const shown = open ? differences : short;
  const what = `${actionText(entry.action)}${recordName ? `: ${recordName}` : ''}`;
  return (
    <li className={classes.entry}>
      <p className={classes.who}>
        <time dateTime={entry.at}>{timeText(entry.at)}</time> · {actorText(entry)}
      </p>
      <h3 className={classes.what}>{what}</h3>
      {entry.reason !== null && <p className={classes.reason}>Reason: {entry.reason}</p>}
      {shown.length > 0 && <Differences differences={shown} />}
      {!open && isChange && differences.length > short.length && (
        <p className={classes.more}>and {differences.length - short.length} more</p>
      )}
      {open && <Details entry={entry} id={id} />}
      <div className={classes.foot}>
        <UnstyledButton
          className={classes.link}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={`${open ? 'Hide details' : 'Details'} of entry ${entry.sequence}, ${what}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide details' : 'Details'}
        </UnstyledButton>
        {recordId !== null && !isHistory && (
          <Anchor
            component={Link}
            className={classes.link}
            to={historyPath(recordId)}
            aria-label={`History of ${recordName ?? 'this record'}`}
          >
            History
          </Anchor>
        )}
        {canPutBack(entry) && (
          <UnstyledButton
            className={classes.link}
            aria-haspopup="dialog"
            aria-label={`Put back the version before entry ${entry.sequence}, ${what}`}
            onClick={() => onPutBack(entry)}
          >
            Put back
          </UnstyledButton>
        )}
      </div>
    </li>
  );
}

/** What an investigation needs: times, network, request, the place in the chain. */
function Details({ entry, id }: { entry: AuditEntryRow; id: string }) {
  const { actor, productAt, at } = entry;
  const facts: [string, string | null][] = [
    ['Entry', entry.sequence.toLocaleString('en-US')],
    ['Recorded', at],
    ['Time of the weather', productAt === at ? null : productAt],
    ['Network address', actor.network],
    ['Signed in by', actor.credential && `${actor.credential.kind} ${actor.credential.id}`],
    ['Request', actor.requestId],
    ['Record', entry.recordId],
    ['Hash', entry.hash],
  ];
  return (
    <dl id={id} className={classes.facts}>
      {facts
        .filter(([, text]) => text !== null)
        .map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}

const timeText = (iso: string) =>
  new Date(iso).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
