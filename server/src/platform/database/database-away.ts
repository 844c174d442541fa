/** Of PostgreSQL: it shuts down, was killed, starts, takes no more connections, or none to this database. */
const states = new Set(['57P01', '57P02', '57P03', '53300', '55000']);
/** Of the network. */
const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH']);
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether a query failed because PostgreSQL cannot be reached, and not because of the query. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return messages.test(error.message);
  // Class 08: the connection failed.
  if (states.has(code) || /^08/.test(code)) return true;
  return codes.has(code) && /^(connect|read|write)$/.test(syscall ?? '');
}
