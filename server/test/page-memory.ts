/** The part of a browser's DevTools session that measures a page. */
export interface DevTools {
  send(method: 'HeapProfiler.collectGarbage' | 'Performance.enable'): Promise<unknown>;
  send(method: 'Performance.getMetrics'): Promise<{ metrics: { name: string; value: number }[] }>;
}

export interface PageMemory {
  readonly heapBytes: number;
  /** Nodes of documents, with those that scripts hold outside of them. */
  readonly nodes: number;
  readonly listeners: number;
}

/** What a page holds once garbage is collected. `Performance.enable` comes first. */
export async function pageMemory(devTools: DevTools): Promise<PageMemory> {
  await devTools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devTools.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heapBytes: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}
