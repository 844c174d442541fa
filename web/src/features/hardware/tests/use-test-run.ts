import type { BegunTests, Hardware } from '@allclear/contract';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { toast } from '../../../ui/toast.ts';
import { useHardwareChange } from '../use-hardware.ts';
import { startTest, stopFailed, type TestKind, testTexts } from './test-kinds.ts';

interface Run {
  readonly kind: TestKind;
  readonly seconds: number;
  /** Of `performance.now()`: devices sound in real time, whatever the speed of the weather. */
  readonly begunMs: number;
  readonly units: BegunTests['units'];
}

/** A test of units from its start until it is stopped, or ends by itself. */
export function useTestRun(units: readonly Hardware[]) {
  const ids = units.map(({ id }) => id);
  const [run, setRun] = useState<Run | null>(null);
  const [stopped, setStopped] = useState<BegunTests['units'] | null>(null);
  const start = useHardwareChange((api, kind: TestKind) => startTest(api, kind, ids));
  const stop = useHardwareChange((api, _: null) => api.call(routes.stopSirenTests, { body: { ids } }));
  const share = useShare(run);
  return {
    run,
    stopped,
    /** 0 to 1. */
    share,
    /** Its sound is over, and so is a test that does not stay on. */
    isOver: run !== null && share >= 1 && !testTexts[run.kind].stays,
    busy: start.isPending || stop.isPending,
    start: (kind: TestKind) =>
      start.mutate(kind, {
        onSuccess: ({ seconds, units: begun }) => {
          setStopped(null);
          setRun({ kind, seconds, begunMs: performance.now(), units: begun });
          if (begun.some(({ ok }) => !ok))
            toast('error', testTexts[kind].failed, refusedText(begun.filter(({ ok }) => !ok)));
        },
        onError: (thrown) => toast('error', testTexts[kind].failed, messageOf(thrown)),
      }),
    stop: () =>
      stop
        .mutateAsync(null)
        .then(({ units: ended }) => {
          setStopped(ended);
          const refused = ended.filter(({ ok }) => !ok);
          if (refused.length === 0) return setRun(null);
          toast('error', stopFailed, refusedText(refused));
        })
        .catch((thrown: unknown) => toast('error', stopFailed, messageOf(thrown))),
  };
}

function refusedText(units: readonly { name: string; message: string }[]): string {
  const [first] = units;
  const more = units.length > 1 ? ` And ${units.length - 1} more.` : '';
  return first ? `${first.name}: ${first.message}${more}` : '';
}

const everyMs = 250;

/** How much of the bar has passed. */
function useShare(run: Run | null): number {
  const [share, setShare] = useState(0);
  useEffect(() => {
    if (run === null) return setShare(0);
    const renew = () => {
      const passed = (performance.now() - run.begunMs) / 1_000;
      setShare(run.seconds <= 0 ? 1 : Math.min(1, passed / run.seconds));
    };
    renew();
    const timer = setInterval(renew, everyMs);
    return () => clearInterval(timer);
  }, [run]);
  return run === null ? 0 : share;
}
