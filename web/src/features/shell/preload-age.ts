/**
 * Real ms since an answer that the document preloaded had arrived; 0 where it was requested by the app. The app may
 * take seconds to load meanwhile, and the clock must not be behind by them.
 *
 * @param entries the resource timing of the page
 * @param nowMs on the clock of these entries
 */
export function preloadAgeMs(
  path: string,
  entries: readonly { name: string; initiatorType: string; responseEnd: number }[],
  nowMs: number,
): number {
  const last = entries.findLast(({ name }) => new URL(name).pathname === path);
  // A browser that used the preload has no entry of the app's own request.
  return last?.initiatorType === 'link' && last.responseEnd > 0 ? Math.max(0, nowMs - last.responseEnd) : 0;
}
