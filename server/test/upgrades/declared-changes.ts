import type { Row } from './column-values.ts';
import type { Contents } from './table-contents.ts';

/** What a migration gives other names. */
export interface Renaming {
  readonly migration: string;
  readonly tables: ReadonlyMap<string, string>;
  /** By 'table.column' with the earlier name of the table, or by the column's name for all tables. */
  readonly columns: ReadonlyMap<string, string>;
}

/** What a migration does to data that were there: everything else must stay as it was. */
export type Change = { readonly migration: string; readonly table: string; readonly reason: string } & (
  | {
      /** The value after it, of a new column too; undefined where the row did not have what is changed. */
      readonly column: string;
      readonly becomes: (row: Row, before: Contents) => unknown;
    }
  | { readonly dropped: string }
  | {
      readonly removes: (row: Row, before: Contents) => boolean;
      /** Whether what the row said is elsewhere. */
      readonly isFoundIn: (row: Row, after: Contents) => boolean;
    }
  | {
      /** Whether a new table has what the row says; the row stays. */
      readonly isCopiedTo: (row: Row, after: Contents) => boolean;
    }
);

export const renamings: readonly Renaming[] = [
  {
    migration: '0014_standard_words.sql',
    tables: new Map([
      ['customers', 'organizations'],
      ['sites', 'groups'],
      ['organization_location_sites', 'organization_location_groups'],
      ['policy_sites', 'policy_groups'],
      ['lightning_sweeps', 'lightning_batches'],
      ['delivery_shifts', 'worker_leases'],
      ['house', 'product_clock'],
    ]),
    columns: new Map([
      ['customer_id', 'organization_id'],
      ['site_id', 'group_id'],
      ['deliveries.shift', 'lease'],
      ['lightning_sweeps.vouches', 'provides_coverage'],
      ['strike_feeds.vouches', 'provides_coverage'],
      ['strike_feeds.heard_at', 'last_contact_at'],
      ['stations.heard_at', 'last_contact_at'],
      ['flashes.sweep_id', 'batch_id'],
    ]),
  },
];

const hasRow = (contents: Contents, table: string, isIt: (row: Row) => boolean) =>
  contents[table]?.rows.some(isIt) ?? false;
const waitsForWebhook = (row: Row) =>
  row.channel === 'webhook' && ['queued', 'sending'].includes(String(row.state));
const isNotification = ({ kind }: Row) => ['started', 'in-effect', 'reminder'].includes(String(kind));

export const changes: readonly Change[] = [
  {
    ...{
      migration: '0019_forecast_notices.sql',
      table: 'organization_locations',
      dropped: 'uses_new_policy',
    },
    reason: 'It follows from the locations of the organization.',
  },
  {
    ...{ migration: '0027_accounts.sql', table: 'users', column: 'deleted_at' },
    becomes: (row) => (row.role === 'notification-only' && row.is_active === false ? row.created_at : null),
    reason: 'A contact that was switched off had been deleted.',
  },
  {
    ...{ migration: '0030_features.sql', table: 'organizations', dropped: 'entitlements' },
    reason: 'It had no effect: an organization holds every feature that is not withheld.',
  },
  {
    ...{ migration: '0044_webhooks.sql', table: 'deliveries' },
    removes: waitsForWebhook,
    isFoundIn: (row, after) =>
      hasRow(after, 'webhook_events', ({ id }) => id === row.notice_id) &&
      hasRow(
        after,
        'webhook_deliveries',
        ({ event_id, webhook_id }) => event_id === row.notice_id && webhook_id === row.recipient,
      ),
    reason: 'What waits is sent as an event, by the new rules.',
  },
  {
    ...{ migration: '0044_webhooks.sql', table: 'delivery_attempts' },
    removes: (row, before) =>
      hasRow(
        before,
        'deliveries',
        (delivery) => delivery.id === row.delivery_id && waitsForWebhook(delivery),
      ),
    isFoundIn: () => true,
    reason: 'Attempts are of a delivery; the event that takes its place begins with none.',
  },
  {
    ...{ migration: '0052_station_fills.sql', table: 'observations' },
    isCopiedTo: (row, after) =>
      hasRow(
        after,
        'station_fills',
        ({ station_id, month_at }) =>
          station_id === row.station_id &&
          String(month_at).slice(0, 7) === String(row.observed_at).slice(0, 7),
      ),
    reason: 'Months with reports are summed up later.',
  },
  ...(
    [
      ['policies', 'policy_versions', 'policy_id'],
      ['organization_locations', 'organization_location_versions', 'organization_location_id'],
      ['locations', 'location_versions', 'location_id'],
    ] as const
  ).map(([table, versions, column]) => ({
    ...{ migration: '0053_versions_and_delays.sql', table },
    isCopiedTo: (row: Row, after: Contents) =>
      hasRow(after, versions, (version) => version[column] === row.id),
    reason: 'What there is gets a first version.',
  })),
  {
    ...{ migration: '0053_versions_and_delays.sql', table: 'notices' },
    isCopiedTo: (row, after) =>
      row.kind !== 'held' ||
      row.warning_id === null ||
      hasRow(
        after,
        'warning_holds',
        ({ warning_id, since }) => warning_id === row.warning_id && since === row.at,
      ),
    reason: 'What was held stays on record once its notices are gone.',
  },
  {
    ...{ migration: '0053_versions_and_delays.sql', table: 'warnings', column: 'place_id' },
    becomes: (row) => row.organization_location_id,
    reason: 'The place stays on record once it is deleted.',
  },
  {
    ...{ migration: '0053_versions_and_delays.sql', table: 'warnings', column: 'notified_at' },
    becomes: (row, before) => {
      const notices = before.notices?.rows ?? [];
      const notified = (before.notifications?.rows ?? [])
        .filter(({ muted }) => muted === null)
        .map(({ notice_id }) => notice_id);
      return (
        notices
          .filter((notice) => notice.warning_id === row.id && isNotification(notice))
          .filter(({ id }) => notified.includes(id))
          .map(({ at }) => String(at))
          .sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
      );
    },
    reason: 'A delay stays on record once its notices are gone.',
  },
  {
    ...{ migration: '0063_cameras.sql', table: 'organizations', column: 'camera_minutes' },
    becomes: (row) => (row.camera_minutes === 0 ? null : undefined),
    reason: '0 meant that none was set; now it means that it is used up.',
  },
  {
    ...{ migration: '0072_received_sms.sql', table: 'responses', column: 'way' },
    becomes: (row) => (row.by_link ? 'link' : 'app'),
    reason: 'It replaces by_link.',
  },
  {
    ...{ migration: '0072_received_sms.sql', table: 'responses', dropped: 'by_link' },
    reason: 'The way says it.',
  },
];
