/** What the server says of itself since the last time that it was asked. */
export interface ServerMetrics {
  /** Of its event loop: how long a turn was late, ms. */
  readonly stallP99Ms: number;
  /** Processor seconds of the process since its start. */
  readonly processorSeconds: number;
}

/** The interval at which prom-client looks, which its figures contain, ms. */
const resolutionMs = 10;

/** Asking begins the next stretch: the figures of the event loop are of the time since the last call. */
export async function serverMetrics(url: string): Promise<ServerMetrics> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string) =>
    Number(new RegExp(`^allclear_${name} ([0-9.e+-]+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  const p99 = value('nodejs_eventloop_lag_p99_seconds') * 1_000 - resolutionMs;
  return {
    stallP99Ms: Number(Math.max(0, p99).toFixed(1)),
    processorSeconds: value('process_cpu_seconds_total'),
  };
}
