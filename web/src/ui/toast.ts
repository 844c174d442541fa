import { notifications } from '@mantine/notifications';

type Variant = 'success' | 'error' | 'info';

const minimumMs: Readonly<Record<Variant, number>> = { success: 3_000, info: 3_000, error: 6_000 };

/**
 * The duration of a toast: 80 ms for each character of its header, 3 s at least and 6 s for an error (spec 1
 * sections 4 and 9).
 */
export function toastDurationMs(header: string, variant: Variant): number {
  return Math.max(80 * header.length, minimumMs[variant]);
}

/** Shows a toast. `variant` sets its color; the header is announced. */
export function toast(
  variant: Variant,
  header: string,
  message = '',
  autoHideMs = toastDurationMs(header, variant),
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
