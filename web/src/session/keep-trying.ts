import type { Connection } from '../api/connection.ts';

/** A person does not wait longer for an answer before the page says that something is not sent, ms. */
export const sendingMs = 5_000;
/** How often what is not sent is tried again, ms; events of the page try it at once. */
const againMs = 10_000;

/**
 * Calls `tryAgain` now and every ten seconds, and at once when the network, the page or the server is back. Returns what
 * stops it.
 */
export function keepTrying(connection: Connection, tryAgain: () => void): () => void {
  const isBack = () => connection.lostAt() === null && tryAgain();
  const timer = setInterval(tryAgain, againMs);
  window.addEventListener('online', tryAgain);
  document.addEventListener('visibilitychange', tryAgain);
  const unsubscribe = connection.subscribe(isBack);
  tryAgain();
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', tryAgain);
    document.removeEventListener('visibilitychange', tryAgain);
    unsubscribe();
  };
}
