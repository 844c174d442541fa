export { consumedMinutesOf, isUsedUp } from './allowance.ts';
export { type CameraDraft, cameraNameMaxLength, checkCamera } from './camera-rules.ts';
export {
  afterCameraEvent,
  type CameraSession,
  type CameraSessionEnd,
  type CameraSessionEvent,
  type CameraTimes,
  cameraSessionDue,
  openCameraSession,
} from './camera-session.ts';
export { type CameraMonth, cameraMonth } from './months.ts';
export {
  type CameraRight,
  nextStillMs,
  type StillFault,
  type StillTimes,
  stillFaultTexts,
  stillGoodMs,
  stillMaxBytes,
  stillRefusal,
  stillTimes,
} from './stills.ts';
