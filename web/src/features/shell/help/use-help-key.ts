import { useEffect } from 'react';

/** Calls `open` when '?' is pressed, except while somebody types or a dialog is open. */
export function useHelpKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const { target } = event;
      if (!(target instanceof Element)) return;
      if (target.closest('input, textarea, select, [contenteditable], [role="dialog"]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
}
