import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useChange } from '../../api/use-route.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './Integrations.module.css';

/** Ends single sign-on, after a question. */
export function RemoveSso({ customerId }: { customerId: string }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useChange(
    (api, _: undefined) => api.call(routes.deleteSso, { params: { customerId } }),
    peopleKeys.sso.all,
    ({ message }) => toast('success', message),
  );
  return (
    <>
      {remove.error && (
        <p className={classes.problem} role="alert">
          {messageOf(remove.error)}
        </p>
      )}
      <Button variant="default" onClick={() => setAsking(true)}>
        Remove single sign-on
      </Button>
      <ConfirmDialog
        opened={isAsking}
        item="single sign-on"
        text="Everybody signs in by password again. People who never chose one need a new invitation."
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
