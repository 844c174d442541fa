/** The text of the bar across every page for weather that is not live; null for live weather. */
export function weatherWarning(weather: string, speed: number): string | null {
  const rate = speed === 1 ? '' : ` · ${speed}× speed`;
  if (weather === 'live') return null;
  if (weather.startsWith('replay:')) {
    return `Replayed weather: recorded earlier (${weather.slice('replay:'.length)}), for trying out only, not for safety decisions${rate}`;
  }
  return `Simulated weather: for trying out only, not for safety decisions${rate}`;
}

/** Two letters for the user menu, from given and family name, else from what is available. */
export function initialsOf(user: {
  firstName: string;
  lastName: string;
  fullName: string;
  userName: string;
}): string {
  const both = [user.firstName, user.lastName].map((name) => name.trim().charAt(0)).join('');
  return (both || user.fullName.trim().charAt(0) || user.userName.trim().charAt(0) || '?').toUpperCase();
}
