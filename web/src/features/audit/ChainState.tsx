import type { AuditCheck } from '@allclear/contract';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react';
import { messageOf } from '../../api/failure.ts';
import classes from './Audit.module.css';
import { useAuditCheck } from './use-audit.ts';

/** Whether the chain verifies. Only an answer that says so makes it whole. */
export function ChainState() {
  const { data, error, isFetching, refetch } = useAuditCheck();
  if (data?.isWhole === false) return <Broken check={data} />;
  if (error)
    return (
      <p className={classes.state} data-tone="unknown" role="status">
        <IconShieldQuestion size={20} aria-hidden="true" />
        <span>Whether the chain verifies is not known: {messageOf(error)}</span>
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!data || data.isWhole === null)
    return (
      <p className={classes.state} data-tone="unknown" role="status">
        <IconShieldQuestion size={20} aria-hidden="true" />
        <span>The chain is being verified …</span>
      </p>
    );
  const { entries, checkedAt, newestHead } = data;
  return (
    <p className={classes.state} data-tone="whole" role="status">
      <IconShieldCheck size={20} aria-hidden="true" />
      <span>
        The chain verifies: {entries.toLocaleString('en-US')} {entries === 1 ? 'entry' : 'entries'}, checked{' '}
        <time dateTime={checkedAt}>{wallTime(checkedAt)}</time>.{' '}
        {newestHead
          ? `Entry ${newestHead.sequence.toLocaleString('en-US')} was signed ${wallTime(newestHead.signedAt)}.`
          : 'No entry was signed yet.'}
      </span>
    </p>
  );
}

function Broken({ check: { firstFault } }: { check: AuditCheck }) {
  return (
    <Alert
      className={classes.broken}
      color="var(--danger)"
      variant="outline"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title="The chain does not verify"
      role="alert"
    >
      {firstFault
        ? `Entry ${firstFault.sequence.toLocaleString('en-US')}: ${firstFault.what}`
        : 'An entry was changed, removed, inserted or moved.'}{' '}
      Do not rely on the entries from there on. Keep the files of signed heads and exports made before, and
      have the database examined.
    </Alert>
  );
}

const wallTime = (iso: string) =>
  new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
