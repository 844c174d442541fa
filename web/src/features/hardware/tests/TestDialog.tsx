import type { Hardware } from '@allclear/contract';
import { Button, Group, Progress } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { WarningDialog } from '../../../ui/WarningDialog.tsx';
import { namesText } from '../unit-text.ts';
import classes from './Tests.module.css';
import { maxTestedUnits, secondsOf, type TestKind, testTexts } from './test-kinds.ts';
import { UnitResults } from './UnitResults.tsx';
import { useTestRun } from './use-test-run.ts';

interface TestDialogProps {
  /** The units as they are now. */
  units: readonly Hardware[];
  /** A test that was chosen before the dialog opened, which waits for its confirmation. */
  chosen?: TestKind | undefined;
  onClose: () => void;
}

const kinds: readonly TestKind[] = ['delay', 'all-clear', 'light'];

/** Tests units: what is started, how far it is, and that it has to be stopped. */
export function TestDialog({ units, chosen, onClose }: TestDialogProps) {
  const test = useTestRun(units);
  const [asksToLeave, setAsksToLeave] = useState(false);
  const { run } = test;
  const isRunning = run !== null && !test.isOver;
  useTabGuard(isRunning);
  const close = () => (isRunning ? setAsksToLeave(true) : onClose());
  const warned = units.filter(({ signal }) => signal === 'warning' || signal === 'muted');
  return (
    <>
      <Dialog
        opened
        size="lg"
        title={units.length === 1 ? `Test ${namesText(units)}` : `Test ${units.length} units`}
        closeOnClickOutside={false}
        closeOnEscape={!asksToLeave}
        onClose={close}
      >
        <div className={classes.body}>
          {units.length > 1 && <p>{namesText(units, 8)}</p>}
          {warned.length > 0 && (
            <p className={classes.danger} role="alert">
              This is no test: {namesText(warned)} {warned.length === 1 ? 'signals' : 'signal'} a real
              warning.
            </p>
          )}
          {run === null ? (
            <Choice
              {...{ units, chosen, busy: test.busy, onStart: test.start }}
              // The server refuses a test where a warning is on; where others can be tested they are.
              refused={warned.length === units.length}
            />
          ) : (
            <Running run={run} share={test.share} isOver={test.isOver} />
          )}
          {run === null && test.stopped && <p role="status">The test was stopped.</p>}
          {(run?.units ?? test.stopped) && (
            <UnitResults label="Units" results={test.stopped ?? run?.units ?? []} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Close
            </Button>
            {run === null && !units.some((unit) => unit.test) ? null : (
              <Button
                color="var(--danger)"
                c="var(--on-danger)"
                loading={test.busy}
                onClick={() => void test.stop()}
              >
                Stop Test
              </Button>
            )}
          </Group>
        </div>
      </Dialog>
      {asksToLeave && (
        <WarningDialog
          opened
          title="A test is still on"
          confirm="Leave it on"
          cancel="Back to the test"
          onConfirm={onClose}
          onCancel={() => setAsksToLeave(false)}
        >
          <p>
            Sound ends by itself. Light and state stay on until somebody presses Stop Test, at most 15
            minutes. People may take them for a warning.
          </p>
        </WarningDialog>
      )}
    </>
  );
}

interface ChoiceProps {
  units: readonly Hardware[];
  chosen: TestKind | undefined;
  busy: boolean;
  refused: boolean;
  onStart: (kind: TestKind) => void;
}

function Choice({ units, chosen, busy, refused, onStart }: ChoiceProps) {
  const tooMany = units.length > maxTestedUnits;
  return (
    <>
      <p>
        People nearby hear and see it. Where a unit speaks, it says before and after that this is a test. A
        real delay ends a test at once.
      </p>
      {tooMany && (
        <p className={classes.note} role="alert">
          At most {maxTestedUnits} units can be tested at once.
        </p>
      )}
      <div className={classes.buttons}>
        {(chosen ? [chosen] : kinds).map((kind, index) => (
          <Button
            key={kind}
            data-autofocus={index === 0 || undefined}
            variant={chosen ? 'filled' : 'default'}
            disabled={tooMany || refused}
            loading={busy}
            onClick={() => onStart(kind)}
          >
            {testTexts[kind].start} ({secondsOf(units, kind)} s)
          </Button>
        ))}
      </div>
    </>
  );
}

interface RunningProps {
  run: NonNullable<ReturnType<typeof useTestRun>['run']>;
  share: number;
  isOver: boolean;
}

function Running({ run, share, isOver }: RunningProps) {
  const { word, stays } = testTexts[run.kind];
  const left = Math.ceil(run.seconds * (1 - share));
  return (
    <>
      <div className={classes.bar}>
        <Progress.Root size="xl">
          <Progress.Section value={100 * share} color="var(--warning)" aria-label={word} />
        </Progress.Root>
        <span>
          {word}: {share < 1 ? `${left} s left` : isOver ? 'ended' : 'sound is over'}
        </span>
      </div>
      <span className="visually-hidden" role="status">
        {share < 1 ? `${word} started` : isOver ? `${word} ended` : `${word}: stop it now`}
      </span>
      {stays && (
        <p className={classes.note}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          <span>
            {run.kind === 'light' ? 'The light stays' : 'Light and state stay'} on until you press Stop Test,
            at most 15 minutes. <strong>Stop testing when you are done.</strong>
          </span>
        </p>
      )}
    </>
  );
}

/** The browser asks before a tab in which a test is on is closed. */
function useTabGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [isOn]);
}
