export {
  type AlertTime,
  checkAlertTimes,
  defaultAlertTimes,
  isOpenAt,
  nextChangeAt,
  overnightNote,
} from './alert-schedule.ts';
export {
  emphasised,
  type NoticeInput,
  type NoticeText,
  noticeText,
  type PolicyLimit,
  policyWarningMessage,
  shortTextLength,
  standingSentence,
  type WeatherKind,
} from './notice-text.ts';
export {
  type AddressedGroup,
  type AddressedPolicy,
  type Addressee,
  type Audience,
  type Channel,
  type Muted,
  type NoticeKind,
  type Recipient,
  recipientsOf,
} from './recipients.ts';
