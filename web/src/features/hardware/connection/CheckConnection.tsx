import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { useApi } from '../../../services.ts';
import classes from '../Hardware.module.css';
import { type ConnectionFields, deviceBody } from './connection-fields.ts';

/** Asks the device for its state with what was entered; nothing is stored or switched. */
export function CheckConnection({ fields, id }: { fields: ConnectionFields; id: string | undefined }) {
  const api = useApi();
  const check = useMutation({
    mutationFn: () =>
      api.call(routes.checkHardwareConnection, {
        body: { ...deviceBody(fields), ...(id === undefined ? {} : { id }) },
        timeoutMs: 30_000,
      }),
  });
  const isReady = fields.driver !== null && fields.ipAddress.trim() !== '';
  return (
    <div className={classes.row}>
      <span role="status">
        {check.isPending && 'The device is asked…'}
        {check.data && (
          <>
            <strong>
              {check.data.answered ? 'It answered' : 'No answer'}
              {check.data.isSimulator && ' (a simulator)'}
            </strong>
            : {check.data.message}
          </>
        )}
        {check.error && <span className={classes.bad}>{messageOf(check.error)}</span>}
      </span>
      <Button variant="default" disabled={!isReady} loading={check.isPending} onClick={() => check.mutate()}>
        Check Connection
      </Button>
    </div>
  );
}
