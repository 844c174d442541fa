export {
  type CalledGroup,
  type CheckInEntry,
  type CountEntry,
  type CountedAtShelter,
  type CountedGroup,
  type CountInput,
  countRollCall,
  type GroupState,
  type RollCallCount,
  type RollCallEntry,
  type RollCallMember,
  type TickEntry,
} from './count-roll-call.ts';
export { type EntryInstant, endedGraceMs, entryInstant, joinedLaterMs } from './entry-instant.ts';
export {
  checkExpected,
  checkGroup,
  checkMemberName,
  checkPeople,
  checkShelter,
  maxCalledGroups,
  maxCheckIns,
  maxGroups,
  maxMembers,
  maxShelters,
  namesKeptMs,
  type RollCallErrors,
  rollCallMs,
  type ShelterDraft,
} from './roll-call-rules.ts';
export { rollCallNoticeText, rollCallTotalsText } from './roll-call-text.ts';
export { makeShelterCode, shelterCodeOf } from './shelter-code.ts';
