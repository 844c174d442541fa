/** In memory only: neither the address, the history nor a storage of the browser holds it. */
let held: string | null = null;

/** Takes the token out of the address; afterwards the one that was taken last. Null where there was none. */
export function takeResponseToken(
  { hash, pathname, search }: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState' | 'state'>,
): string | null {
  const token = hash.slice(1);
  if (token !== '') {
    held = token;
    history.replaceState(history.state, '', pathname + search);
  }
  return held;
}
