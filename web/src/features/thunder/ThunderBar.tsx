import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { lightningKeys } from '../../api/query-keys/lightning.ts';
import { warningKeys } from '../../api/query-keys/warnings.ts';
import { useServices } from '../../services.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import classes from './ThunderBar.module.css';
import { ThunderItem } from './ThunderItem.tsx';
import { thunderOutbox } from './thunder-outbox.ts';
import { UnsentThunder } from './UnsentThunder.tsx';

interface ThunderBarProps {
  userId: string;
  /** Whether this device is the person's: only then what is not sent is kept on it. */
  isOwnDevice: boolean;
  /** The person asked to sign out. */
  isLeaving: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** On every page: what became of the thunder reports of this device, and the way to take one back. */
export default function ThunderBar({ userId, isOwnDevice, isLeaving, onLeave, onStay }: ThunderBarProps) {
  const { api, connection } = useServices();
  const client = useQueryClient();
  const items = useSyncExternalStore(thunderOutbox.subscribe, thunderOutbox.items);
  useEffect(() => {
    const storage = isOwnDevice ? window.localStorage : null;
    const onChange = () => {
      for (const kind of [lightningKeys.delays, lightningKeys.thunderReports, warningKeys.violations])
        void client.invalidateQueries({ queryKey: kind.all });
    };
    return thunderOutbox.open({ api, connection, userId, storage, onChange });
  }, [api, connection, client, userId, isOwnDevice]);
  const unsent = items.filter((item) => item.kind === 'waiting');
  const leave = () => {
    thunderOutbox.drop();
    onLeave();
  };
  return (
    <>
      {items.length > 0 && (
        <section className={classes.bar} aria-label="Your thunder reports">
          {unsent.length > 0 && <UnsentThunder items={unsent} />}
          {items.map((item) =>
            item.kind === 'waiting' ? null : <ThunderItem key={item.report.key} item={item} />,
          )}
        </section>
      )}
      {isLeaving && (
        <WarningDialog
          opened
          title="Sign out without sending?"
          confirm="Sign out and drop"
          cancel="Stay signed in"
          onConfirm={leave}
          onCancel={onStay}
        >
          <p>
            {unsent.length > 0
              ? 'Your thunder report has not been sent. It is dropped when you sign out, and nobody learns of it.'
              : 'Your thunder report has been sent meanwhile.'}
          </p>
        </WarningDialog>
      )}
    </>
  );
}
