export const exportConditionSnapshots = {
  method: 'GET',
  path: 'Observations/Historical/Export/ConditionSnapshots/:weatherStationId',
} as const;
export const exportStationRecord = {
  method: 'GET',
  path: 'Observations/Historical/Export/:interval/:weatherStationId',
} as const;
export const listConditionSnapshots = {
  method: 'GET',
  path: 'ConditionSnapshots/:weatherStationId',
} as const;
export const addConditionSnapshot = { method: 'POST', path: 'ConditionSnapshots/:weatherStationId' } as const;
export const listSnapshotSchedules = {
  method: 'GET',
  path: 'SnapshotSchedules/Station/:weatherStationId',
} as const;
export const addSnapshotSchedule = { method: 'POST', path: 'SnapshotSchedules' } as const;
export const changeSnapshotSchedule = { method: 'PATCH', path: 'SnapshotSchedules/:id' } as const;
export const deleteSnapshotSchedule = { method: 'DELETE', path: 'SnapshotSchedules/:id' } as const;
