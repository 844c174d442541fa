export { dutyEntries, type TimelineDuties } from './duty-entries.ts';
export {
  strikeEntries,
  type TimelineStrike,
  uncoveredEntry,
  unobservedEntries,
  unobservedStretches,
} from './lightning-entries.ts';
export {
  enabledEntry,
  placeEntries,
  radiusEntries,
  type TimelinePlace,
  type TimelineRadius,
  type TimelineTest,
  testEntry,
} from './place-entries.ts';
export {
  closureEntries,
  commandEntry,
  faultEntries,
  massMessageEntry,
  noticeEntry,
  reportEntries,
  rollCallEntries,
  type TimelineClosure,
  type TimelineCommand,
  type TimelineMassMessage,
  type TimelineNotice,
  type TimelineReport,
  type TimelineRollCall,
  type TimelineWarning,
  warningEntries,
} from './record-entries.ts';
export {
  mergeTimeline,
  type TimelineEntry,
  type TimelineKind,
  type TimelineSpan,
  timelineDays,
  timelineEntry,
  timelineKinds,
  timelineKindTexts,
} from './timeline-entry.ts';
export { joinZoneRecords, type TimelineThunder, zoneEntries, zoneRecord } from './zone-entries.ts';
