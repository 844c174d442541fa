export {
  checkResponsePlace,
  countedResponses,
  type PersonResponse,
  type ResponseKind,
  type ResponseTally,
  type ResponseWay,
  responseKinds,
  responsePlaceMaxLength,
  strongerOf,
  tallyResponses,
} from './counted-responses.ts';
export {
  checkEscalationChain,
  type Escalation,
  type EscalationState,
  type EscalationStep,
  type EscalationTarget,
  escalationAt,
  escalationMinutes,
  escalationTimes,
  maxEscalationSteps,
} from './escalation.ts';
export { escalationText, helpText, type ResponseNoticeText } from './response-text.ts';
export {
  type ReadSms,
  readResponseSms,
  type SmsReply,
  smsCodeLength,
  smsInstructions,
  smsReplyText,
} from './sms-response.ts';
export { noticeAsks, recipientIsAsked, stepForLatecomers } from './warning-asks.ts';
