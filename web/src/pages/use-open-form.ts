import { useState } from 'react';

/**
 * The form of a page: what it edits (null for something new), and whether it is open. A closing form stays
 * rendered to fade away; `serial` is its key, so that it is reset each time it opens, and 0 until it first
 * opens.
 */
export function useOpenForm<Edited>() {
  const [form, setForm] = useState<{ edited: Edited | null; serial: number; opened: boolean }>({
    edited: null,
    serial: 0,
    opened: false,
  });
  const open = (edited: Edited | null) =>
    setForm(({ serial }) => ({ edited, serial: serial + 1, opened: true }));
  const close = () => setForm((before) => ({ ...before, opened: false }));
  return { form, open, close };
}
