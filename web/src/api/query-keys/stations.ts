import { queryKind } from './query-kind.ts';

export const stationKeys = {
  stations: queryKind('stations', { quiet: 'Stations change rarely and are polled.', onReconnect: true }),
  station: queryKind('station', { quiet: 'One page shows it and polls.' }),
  imageTime: queryKind('station-image-time', { quiet: 'Images are minutes apart.', onReconnect: true }),
  image: queryKind('station-image', { quiet: 'An image of one instant never changes.' }),
};
