/** A row as JSON, by column. */
export type Row = Readonly<Record<string, unknown>>;

export interface ValueContext {
  /** What the row has so far. */
  readonly row: Row;
  /** A different number for each row that is tried. */
  readonly number: number;
  oneOf<T>(values: readonly T[]): T;
  /** A stored row of a table, of the same organization where it has one; undefined before there is any. */
  rowOf(table: string, where?: (row: Row) => boolean): Row | undefined;
}

/** 2026-05-31T12:00Z: instants lie in the two days after it, so that they are of two days and two months. */
const earliest = Date.UTC(2026, 4, 31, 12);
/** After all of them. */
const latest = new Date(earliest + 3 * 86_400_000).toISOString();
/** So that whatever begins at the instant is of one of the days that `partitionDays` gives. */
export const partitionDays = [0, 1, 2].map((days) => earliest + days * 86_400_000);

export function instantFrom(fraction: number): string {
  return new Date(earliest + Math.floor(fraction * 2 * 86_400_000)).toISOString();
}

/**
 * Values that a migration reads, or that a constraint joins: what the types alone do not say. By 'table.column', or by
 * the column's name for all tables, with every name that a table had. They are made in this order.
 */
export const columnValues: Readonly<Record<string, (context: ValueContext) => unknown>> = {
  latitude: ({ number }) => 28 + (number % 1000) / 1000,
  longitude: ({ number }) => -82 - (number % 1000) / 1000,
  all_clear_minutes: ({ oneOf }) => oneOf([10, 30, 60]),
  time_zone: ({ oneOf }) => oneOf(['America/Chicago', 'America/New_York']),
  // 0032: an operator is of no organization, and nobody else is.
  'users.role': ({ row, oneOf }) =>
    'organization_id' in row && row.organization_id === null
      ? 'operator'
      : oneOf(['admin', 'customer', 'notification-only']),
  // 0044 moves what waits for webhooks.
  'deliveries.channel': ({ number }) => ['webhook', 'email', 'sms'][number % 3],
  'deliveries.state': ({ oneOf }) => oneOf(['queued', 'sending', 'accepted', 'failed']),
  'deliveries.recipient': ({ row, number, rowOf }) =>
    row.channel === 'webhook' ? rowOf('webhooks')?.id : `recipient ${number}`,
  'deliveries.target': ({ row, number }) => (row.channel === 'webhook' ? '' : `target ${number}`),
  'mailbox.delivery_id': ({ oneOf, rowOf }) =>
    oneOf([null, rowOf('deliveries', ({ channel }) => channel === 'email')?.id]),
  // 0052 looks for reports of stations that exist.
  'observations.station_id': ({ rowOf }) => rowOf('stations')?.id,
  // 0053 ends the version of a policy when the policy was deleted.
  'policies.deleted_at': ({ oneOf }) => oneOf([null, latest]),
  // It makes holds of both.
  'notices.kind': ({ oneOf }) => oneOf(['started', 'held', 'resumed', 'in-effect', 'all-clear']),
  'warnings.state': ({ number, oneOf }) =>
    oneOf([
      { kind: 'open', heldSince: null },
      { kind: 'open', heldSince: earliest + (number % 1000) * 60_000 },
    ]),
  // 0063 reads 0 as none set.
  'organizations.camera_minutes': ({ oneOf }) => oneOf([0, 600]),
  'widgets.width': ({ oneOf }) => oneOf([300, 640]),
};

/** Tables whose values are taken from other tables without a foreign key: those are filled before them. */
export const filledAfter: Readonly<Record<string, readonly string[]>> = {
  deliveries: ['webhooks'],
  observations: ['stations'],
};
