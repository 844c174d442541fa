import type { CurrentUser } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './ImpersonationBanner.module.css';
import { useLeaveImpersonation } from './use-leave-impersonation.ts';

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** On every page while an operator acts as the user (spec 3 section 2.2). */
export function ImpersonationBanner({ user }: { user: CurrentUser }) {
  const leave = useLeaveImpersonation();
  const [isLeaving, setLeaving] = useState(false);
  const { impersonation } = user;
  if (!impersonation) return null;
  return (
    <div className={classes.banner} role="note" aria-label="Impersonation">
      <IconUserShield size={18} aria-hidden="true" />
      <span>
        {impersonation.operator} is acting as <strong>{user.fullName}</strong> until{' '}
        {time.format(new Date(impersonation.untilUtc))}.{' '}
        <span className={classes.reason} title={impersonation.reason}>
          Reason: {impersonation.reason}
        </span>
      </span>
      <Button
        variant="default"
        loading={isLeaving}
        onClick={() => {
          setLeaving(true);
          void leave();
        }}
      >
        End<span className={classes.what}>&nbsp;impersonation</span>
      </Button>
    </div>
  );
}
