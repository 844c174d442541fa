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
  checkResponsePlace,
  countedResponses,
  type PersonResponse,
  type ResponseKind,
  type ResponseTally,
  responseKinds,
  responsePlaceMaxLength,
  strongerOf,
  tallyResponses,
} from './responses.ts';
