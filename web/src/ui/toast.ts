import { notifications } from '@mantine/notifications';

/** The duration of a toast: 80 ms for each character of its header, 3 s at least (spec 1 section 4). */
export function toastDurationMs(header: string): number {
  return Math.max(80 * header.length, 3000);
}

/** Shows a toast. `variant` sets its color; the header is announced. */
export function toast(
  variant: 'success' | 'error' | 'info',
  header: string,
  message = '',
  autoHideMs = toastDurationMs(header),
): void {
  notifications.show({
    title: message ? header : undefined,
    message: message || header,
    color: variant === 'error' ? 'var(--danger)' : variant === 'success' ? 'var(--clear)' : 'var(--primary)',
    autoClose: autoHideMs,
    withBorder: true,
    role: variant === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Close message' },
  });
}
