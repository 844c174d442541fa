import type { PolicyForm, PolicyTypeEntry } from '@allclear/contract';
import { Alert, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { clock } from '../../../clock/clock.ts';
import formClasses from '../../../forms/form.module.css';
import { useBacktest } from '../use-policies.ts';
import classes from './Backtest.module.css';
import { BacktestLocations } from './BacktestLocations.tsx';
import { type Past, pasts } from './backtest-view.ts';

interface BacktestProps {
  type: PolicyTypeEntry;
  /** The form as entered. */
  form: PolicyForm;
  /** Checks the form and shows errors under its fields; the trial runs only without errors. */
  onCheck: () => boolean;
}

/** 'Try on the past': the warnings that the entered policy would have caused. Nothing is saved. */
export function Backtest({ type, form, onCheck }: BacktestProps) {
  const [past, setPast] = useState<Past>('week');
  const trial = useBacktest();
  const box = useRef<HTMLElement>(null);
  const request = trial.variables;
  const isOld =
    request !== undefined &&
    !trial.isPending &&
    (JSON.stringify(request.form) !== JSON.stringify(form) || lengthOf(past) !== request.to - request.from);

  useEffect(() => {
    if (trial.isSuccess) box.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, [trial.isSuccess]);

  const run = () => {
    const now = clock.now();
    if (now === null || !onCheck()) return;
    const to = Math.floor(now);
    trial.mutate({ form, from: to - lengthOf(past), to });
  };

  return (
    <section ref={box} className={classes.box} aria-labelledby="try-on-the-past">
      <h3 id="try-on-the-past">
        <IconHistory size={20} aria-hidden="true" />
        Try on the past
      </h3>
      <p className={formClasses.hint}>
        What this policy would have done with the weather that is stored. Nothing is saved by trying.
      </p>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="How far back"
          size="md"
          data={pasts.map(({ value, label }) => ({ value, label }))}
          value={past}
          onChange={(value) => setPast(value as Past)}
        />
        <Button variant="default" loading={trial.isPending} onClick={run}>
          Try on the past
        </Button>
      </div>
      <div aria-live="polite">
        {trial.isPending && (
          <div role="status" aria-label="Trying the policy on the past">
            <Skeleton height={20} mb={8} width="60%" />
            <Skeleton height={64} radius={10} />
          </div>
        )}
        {trial.isError && (
          <Alert color="var(--danger)" variant="outline" title="It could not be tried" role="alert">
            {messageOf(trial.error)} Nothing was saved.
          </Alert>
        )}
        {trial.isSuccess && request && (
          <>
            {isOld && (
              <p className={`${formClasses.warning} ${classes.old}`}>
                The form or the time was changed since. Try again to see what it does now.
              </p>
            )}
            <BacktestLocations data={trial.data} type={type} faded={isOld} />
          </>
        )}
      </div>
    </section>
  );
}

function lengthOf(past: Past): number {
  return pasts.find(({ value }) => value === past)?.ms ?? 0;
}
