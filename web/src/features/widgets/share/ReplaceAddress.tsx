import type { Widget } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { toast } from '../../../ui/toast.ts';
import { WarningDialog } from '../../../ui/WarningDialog.tsx';
import { useReplaceAddress } from '../use-widgets.ts';
import classes from '../Widgets.module.css';

/** Gives the widget another address after a question: who has the old one sees it no longer. */
export function ReplaceAddress({ widget: { id, name } }: { widget: Pick<Widget, 'id' | 'name'> }) {
  const [asks, setAsks] = useState(false);
  const replace = useReplaceAddress();
  const confirm = () =>
    replace.mutate(id, {
      onSuccess: () => toast('success', 'Address replaced', 'Copy the new embed code to your pages.'),
      onError: (thrown) => toast('error', 'Unable to replace the address.', messageOf(thrown)),
      onSettled: () => setAsks(false),
    });
  return (
    <div className={classes.part}>
      <p>
        If the address went where it should not, replace it. Every page that embeds the widget has to be given
        the new code.
      </p>
      <div>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconRefresh size={18} aria-hidden="true" />}
          onClick={() => setAsks(true)}
        >
          Replace address
        </Button>
      </div>
      {asks && (
        <WarningDialog
          opened
          title={`Replace the address of ${name}?`}
          busy={replace.isPending}
          confirm="Replace address"
          onConfirm={confirm}
          onCancel={() => setAsks(false)}
        >
          <p>
            Every page that embeds the widget stops showing it at once, and the old address leads nowhere. Put
            the new embed code on these pages.
          </p>
        </WarningDialog>
      )}
    </div>
  );
}
