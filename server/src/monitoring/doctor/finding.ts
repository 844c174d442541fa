/** What `npm run doctor` says of one thing, in words. */
export interface Finding {
  /** `wrong` has to be mended, `note` may be as it is meant, `right` was checked. */
  readonly kind: 'right' | 'wrong' | 'note';
  readonly text: string;
}

export const right = (text: string): Finding => ({ kind: 'right', text });
export const wrong = (text: string): Finding => ({ kind: 'wrong', text });
export const note = (text: string): Finding => ({ kind: 'note', text });

/** A check that fails itself is something wrong: nothing is passed over. */
export async function checked(
  what: string,
  check: () => Promise<readonly Finding[]> | readonly Finding[],
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [wrong(`${what} could not be checked: ${(error as Error).message}`)];
  }
}

/** As lines: what is wrong comes last, where people read. */
export function linesOf(findings: readonly Finding[]): string[] {
  const order = ['right', 'note', 'wrong'] as const;
  const sorted = order.flatMap((kind) => findings.filter((finding) => finding.kind === kind));
  const count = findings.filter(({ kind }) => kind === 'wrong').length;
  return [
    ...sorted.map(({ kind, text }) => `${`${kind}:`.padEnd(7)}${text}`),
    '',
    count === 0 ? 'Nothing was found wrong.' : `${count} ${count === 1 ? 'thing is' : 'things are'} wrong.`,
  ];
}
