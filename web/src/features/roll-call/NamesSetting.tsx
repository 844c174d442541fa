import type { RollCallSettings } from '@allclear/contract';
import { Alert, Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { responseKeys } from '../../api/query-keys/responses.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { toast } from '../../ui/toast.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import classes from './NamesSetting.module.css';

const key = responseKeys.rollCallSettings.all;

/** Whether roll-calls of the organization have names, for Admins. */
export function NamesSetting() {
  const { data, error, refetch } = useRouteQuery(routes.getRollCallSettings, key, {
    refetchOnMount: 'always',
  });
  return (
    <section className={classes.card} aria-labelledby="roll-call-names">
      <h2 id="roll-call-names">Names in roll-calls</h2>
      {data ? (
        <NamesSwitch settings={data} />
      ) : error ? (
        <p role="alert">
          Whether names are on could not be loaded: {messageOf(error)}{' '}
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <Delayed>
          <p role="status">Loading…</p>
        </Delayed>
      )}
    </section>
  );
}

function NamesSwitch({ settings: { names, revision } }: { settings: RollCallSettings }) {
  const [isAsking, setAsking] = useState(false);
  const save = useChange(
    (api, to: boolean) => api.call(routes.changeRollCallSettings, { body: { names: to, revision } }),
    key,
    (saved) =>
      toast('success', saved.names ? 'Names in roll-calls are on' : 'Names are off, and were erased'),
  );
  const set = (to: boolean) => save.mutate(to, { onSettled: () => setAsking(false) });
  return (
    <>
      <p className={classes.hint}>
        Roll-calls count people without names. With names on, wardens may enter names for a roll-call and tick
        them. Wardens alone see them: no notice, timeline or export has them. They are erased 7 days after the
        roll-call began.
      </p>
      <Switch
        size="md"
        className={classes.switch ?? ''}
        label={names ? 'On: wardens may enter names' : 'Off: roll-calls have numbers alone'}
        checked={names}
        disabled={save.isPending}
        onChange={({ currentTarget: { checked } }) => (checked ? set(true) : setAsking(true))}
      />
      {save.error && (
        <Alert color="var(--danger)" variant="outline" title="The setting was not saved" role="alert">
          {messageOf(save.error)}
        </Alert>
      )}
      {isAsking && (
        <WarningDialog
          opened
          title="Turn names off?"
          confirm="Turn off and erase"
          busy={save.isPending}
          onConfirm={() => set(false)}
          onCancel={() => setAsking(false)}
        >
          <p>All names in roll-calls are erased at once, also in one that is open. This cannot be undone.</p>
        </WarningDialog>
      )}
    </>
  );
}
