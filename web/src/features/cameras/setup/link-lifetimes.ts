/** How long a share link may last, hours. */
export const lifetimes = [1, 2, 4, 8, 12, 24, 48, 72].map((hours) => ({
  value: String(hours),
  label: hours === 1 ? '1 hour' : `${hours} hours`,
}));
