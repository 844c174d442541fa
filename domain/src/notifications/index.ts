export {
  type AlertMode,
  alertModeOf,
  alertModes,
  isCertainlyOutside,
  type OuterZone,
  positionLimitMs,
  type SharedPosition,
  settingsOfAlertMode,
} from './alert-mode.ts';
export {
  type AlertTime,
  checkAlertTimes,
  defaultAlertTimes,
  isOpenAt,
  nextChangeAt,
  overnightNote,
} from './alert-schedule.ts';
export { type DutyFault, dutyFault, dutyFaultTexts } from './duty-faults.ts';
export { dutyLine, type OnDutyNames, withDutyLine } from './duty-line.ts';
export { alertTextDefaults, type ExampleNotice, exampleNoticeText } from './example-notice.ts';
export {
  type DailyForecastInput,
  dailyForecastDue,
  dailyForecastText,
  type ProactiveForecastInput,
  proactiveForecastText,
} from './forecast-text.ts';
export {
  checkMassMessage,
  drillSentence,
  type MassAudience,
  type MassMessageContent,
  type MassMessageErrors,
  massMessageText,
  massRecipientsOf,
  notReachedText,
} from './mass-message.ts';
export {
  emphasized,
  type NoticeInput,
  noticeText,
  type PolicyLimit,
  policyWarningMessage,
} from './notice-text.ts';
export {
  type AddressedGroup,
  type AddressedPolicy,
  type Addressee,
  type Audience,
  type Channel,
  type ForecastAudience,
  type ForecastNoticeKind,
  faultRecipientsOf,
  forecastRecipientsOf,
  type HardwareNoticeKind,
  type MessageNoticeKind,
  type Muted,
  type NoticeKind,
  peopleOfPlace,
  type Recipient,
  recipientsOf,
  type WarningNoticeKind,
} from './recipients.ts';
export {
  type NoticeText,
  oneLine,
  shortTextLength,
  standingSentence,
  type WeatherKind,
  weatherMarks,
} from './text-parts.ts';
export { isWebhookKind, type WebhookKind, webhookKinds } from './webhook-events.ts';
