import { useState } from 'react';

/** False while a value has its first value; true from its first change on. */
export function useChanged(value: string): boolean {
  const [first, setFirst] = useState<string | null>(value);
  if (first !== null && first !== value) setFirst(null);
  return first !== value;
}
