import { Button, NativeSelect, Progress, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import classes from '../../features/cameras/Cameras.module.css';
import { monthChoices, monthText } from '../../features/cameras/camera-words.ts';
import { LogTable } from '../../features/cameras/logs/LogTable.tsx';
import { UsageChart } from '../../features/cameras/logs/UsageChart.tsx';
import { useCameraLogs, useConsumedMinutes } from '../../features/cameras/use-cameras.ts';
import { useAddress } from '../../tables/use-address.ts';
import { Delayed } from '../../ui/Delayed.tsx';
import { ListFailure, OldListAlert } from '../ListStates.tsx';
import page from '../page.module.css';

const monthPart = 'month';

/** /LiveCamera/Logs/:customerId: who watched which camera when, in this month and the five before it. */
export default function CameraLogsPage() {
  const { customerId = '' } = useParams();
  const [params, changeAddress] = useAddress();
  const offset = /^[1-5]$/.test(params.get(monthPart) ?? '') ? Number(params.get(monthPart)) : 0;
  const minutes = useConsumedMinutes(customerId);
  const { logs, usage } = useCameraLogs(customerId, offset);
  const error = logs.error ?? usage.error ?? minutes.error;
  const isWhole = logs.data && usage.data && minutes.data;
  const retry = () => {
    for (const query of [logs, usage, minutes]) if (query.error) void query.refetch();
  };
  const choose = (value: string) =>
    changeAddress((before) => {
      const next = new URLSearchParams(before);
      if (value === '0') next.delete(monthPart);
      else next.set(monthPart, value);
      return next;
    });
  return (
    <>
      <header className={page.header}>
        <div className={page.words}>
          <h1>Live Camera logs</h1>
          <p>Who watched which camera, and for how long.</p>
        </div>
        <Button
          component={Link}
          to="/LiveCamera"
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
        >
          Live Camera
        </Button>
      </header>
      {minutes.data && (
        <NativeSelect
          className={classes.picker}
          size="md"
          label="Month"
          data={monthChoices(minutes.data.nextMonthUtc, minutes.data.timeZone)}
          value={String(offset)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      {error && isWhole && <OldListAlert title="These logs may be old" error={error} onRetry={retry} />}
      {error && !isWhole && (
        <ListFailure
          title="Unable to load camera logs"
          error={error}
          isFetching={logs.isFetching || usage.isFetching}
          onRetry={retry}
        />
      )}
      {!error && !isWhole && (
        <Delayed>
          <Skeleton height={320} radius={12} role="status" aria-label="Loading camera logs" />
        </Delayed>
      )}
      {logs.data && usage.data && minutes.data && (
        <>
          <Allowance
            consumedSeconds={usage.data.consumedSeconds}
            allowedMinutes={usage.data.allowedMinutes}
          />
          {logs.data.length === 0 ? (
            <p className={classes.none}>No logs found for this month.</p>
          ) : (
            <>
              <div className={classes.charts}>
                <UsageChart title="Minutes by camera" parts={usage.data.byCamera} />
                <UsageChart title="Minutes by user" parts={usage.data.byUser} />
              </div>
              <LogTable logs={logs.data} timeZone={minutes.data.timeZone} />
            </>
          )}
        </>
      )}
    </>
  );
}

interface AllowanceProps {
  consumedSeconds: number;
  allowedMinutes: number | null;
}

/** What was used of what is allowed. */
function Allowance({ consumedSeconds, allowedMinutes }: AllowanceProps) {
  const text = monthText(Math.floor(consumedSeconds / 60), allowedMinutes);
  const share = allowedMinutes ? Math.min(100, consumedSeconds / 0.6 / allowedMinutes) : 0;
  return (
    <section className={classes.allowance} aria-label="Allowance">
      <p>{text}</p>
      {allowedMinutes !== null && (
        <Progress.Root size={10}>
          <Progress.Section value={share} aria-label={text} />
        </Progress.Root>
      )}
    </section>
  );
}
