import { queryKind } from './query-kind.ts';

export const stationKeys = {
  /** Stations change rarely and are polled. */
  stations: queryKind('stations', { quiet: true, onReconnect: true }),
  /** One page shows it and polls. */
  station: queryKind('station', { quiet: true }),
  /** Those that one may open; the list page polls. */
  readable: queryKind('readable-stations', { quiet: true, onReconnect: true }),
  /** One page shows it and polls every minute. */
  current: queryKind('station-current', { quiet: true, onReconnect: true }),
  /** What a station can do changes rarely; its page asks when it is opened. */
  features: queryKind('station-features', { quiet: true }),
  /** Images are minutes apart. */
  imageTime: queryKind('station-image-time', { quiet: true, onReconnect: true }),
  /** An image of one instant never changes. */
  image: queryKind('station-image', { quiet: true }),
  /** One page shows them and polls. */
  snapshots: queryKind('condition-snapshots', { quiet: true }),
  /** Only Admins change them, in a dialog that asks again. */
  snapshotSchedules: queryKind('snapshot-schedules', { quiet: true }),
};
