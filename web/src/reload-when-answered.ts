const askEveryMs = 5_000;

/**
 * Reloads the page once the server answers: a page that was open during an upgrade requests files that are
 * gone, and needs the new app. Without an answer it stays as it is, because a page that is gone warns nobody.
 */
export async function reloadWhenAnswered(
  answers: () => Promise<boolean>,
  reload: () => void,
  rest = sleep,
): Promise<void> {
  while (!(await answers().catch(() => false))) await rest(askEveryMs);
  reload();
}

export async function serverAnswers(): Promise<boolean> {
  return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(askEveryMs) })).ok;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
