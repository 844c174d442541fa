const askEveryMs = 5_000;

/**
 * Loads the page anew once the server answers: a page that was open while the server was brought forward asks
 * for parts that are gone, and needs the new app. While there is no answer it stays as it is, with what it
 * knows: a page that is gone warns nobody.
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
