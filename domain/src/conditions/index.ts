export { type GapRule, type HistoryValue, withGaps } from './history-gaps.ts';
export {
  restrictive,
  type TileReadings,
  type TileState,
  tileStates,
  type WatchedLimit,
  type WatchedTile,
} from './tile-state.ts';
