import type { CDPSession } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds; `tdur` and `tts` in the thread's own processor time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: {
    readonly name?: string;
    readonly data?: { readonly url?: string; readonly functionName?: string };
  };
}

/**
 * The work of the page's main thread during a trace. Times in ms of its own processor time, because
 * wall-clock time includes other work.
 */
export interface MainThreadWork {
  readonly frames: number;
  readonly scriptingMs: number;
  /** The part that prepares the next frame: callbacks of animation frames and pointer events. */
  readonly inFramesMs: number;
  /** Scripts, style, layout, paint and everything else. */
  readonly busyMs: number;
  readonly longestTaskMs: number;
  readonly longestTaskWallMs: number;
  readonly tasksOver100: number;
  /** What started the scripts that took the time. */
  readonly scriptingByName: Record<string, number>;
}

/**
 * Entries into JavaScript and the work that follows from them; nested entries count as part of the outermost.
 */
const scripting = new Set([
  'FunctionCall',
  'EvaluateScript',
  'v8.compile',
  'v8.run',
  'TimerFire',
  'FireAnimationFrame',
  'FireIdleCallback',
  'EventDispatch',
  'RunMicrotasks',
  'HandlePostMessage',
  'V8.DeserializeMessage',
  'XHRReadyStateChange',
  'MinorGC',
  'MajorGC',
  'V8.GCScavenger',
  'V8.GCIncrementalMarking',
  'V8.GCFinalizeMC',
  'BlinkGC.AtomicPhase',
]);
const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', '__metadata'];

/** Traces the page while `work` runs. `devTools` belongs to the page. */
export async function traced(devTools: CDPSession, work: () => Promise<unknown>): Promise<MainThreadWork> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
  devTools.on('Tracing.dataCollected', collect);
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, recordMode: 'recordAsMuchAsPossible' },
  });
  try {
    await work();
  } finally {
    const complete = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve));
    await devTools.send('Tracing.end');
    await complete;
    devTools.off('Tracing.dataCollected', collect);
  }
  return workOf(events);
}

function workOf(events: readonly TraceEvent[]): MainThreadWork {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const framesOn = ({ pid, tid }: TraceEvent) =>
    events.filter((one) => one.name === 'FireAnimationFrame' && one.pid === pid && one.tid === tid).length;
  const main = mains.sort((a, b) => framesOn(b) - framesOn(a))[0];
  if (!main) throw new Error('The trace has no main thread of a page.');
  const own = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === main.pid && tid === main.tid)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks = own.filter(({ name }) => name === 'RunTask');
  if (tasks.length === 0 || tasks.every(({ tdur }) => tdur === undefined))
    throw new Error('The trace does not say what the thread itself took.');
  const byName = new Map<string, number>();
  let inScriptUntil = 0;
  let scriptingUs = 0;
  for (const event of own) {
    if (!scripting.has(event.name) || event.ts < inScriptUntil) continue;
    inScriptUntil = event.ts + (event.dur ?? 0);
    scriptingUs += event.tdur ?? 0;
    byName.set(event.name, (byName.get(event.name) ?? 0) + (event.tdur ?? 0));
  }
  const maximum = (take: (event: TraceEvent) => number | undefined) =>
    tasks.reduce((longest, task) => Math.max(longest, take(task) ?? 0), 0) / 1_000;
  return {
    frames: own.filter(({ name }) => name === 'FireAnimationFrame').length,
    scriptingMs: scriptingUs / 1_000,
    inFramesMs: ((byName.get('FireAnimationFrame') ?? 0) + (byName.get('EventDispatch') ?? 0)) / 1_000,
    busyMs: tasks.reduce((sum, { tdur }) => sum + (tdur ?? 0), 0) / 1_000,
    longestTaskMs: maximum(({ tdur }) => tdur),
    longestTaskWallMs: maximum(({ dur }) => dur),
    tasksOver100: tasks.filter(({ tdur }) => (tdur ?? 0) > 100_000).length,
    scriptingByName: Object.fromEntries(
      [...byName].sort((a, b) => b[1] - a[1]).map(([name, us]) => [name, Math.round(us / 1_000)]),
    ),
  };
}
