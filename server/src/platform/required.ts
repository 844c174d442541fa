/** The value. Throws where it is missing, which is a fault of the program; `what` names it in the message. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`Missing: ${what}.`);
  return value;
}
