export { type WidgetEmbed, widgetEmbedCode } from './embed.ts';
export {
  answerView,
  heldText,
  isoText,
  openWarningText,
  readingViews,
  timeless,
  timelessAnswer,
  timelessForecast,
  timelessReading,
  type WidgetPlaceState,
  type WidgetReading,
  type WidgetWarning,
} from './view-parts.ts';
export {
  lastForecastCode,
  maxSecondaryConditions,
  noCondition,
  noForecastCode,
  type WidgetCondition,
  widgetConditionOf,
  widgetConditions,
} from './widget-codes.ts';
export { forecastViews, type WidgetForecasts } from './widget-forecasts.ts';
export { guideText, widgetAddress } from './widget-guide.ts';
export {
  offeredPolicies,
  primaryThreshold,
  shownPolicies,
  usesNewPolicies,
  type WidgetPlaceGroups,
  type WidgetPolicy,
  widgetLightning,
} from './widget-policies.ts';
export {
  checkWidget,
  embeddingOrigin,
  isOfferedType,
  type WidgetDraft,
  type WidgetErrors,
  type WidgetForecastChoice,
  type WidgetSurroundings,
  widgetMaxWidth,
  widgetMessageMaxLength,
  widgetMinWidth,
  widgetNameMaxLength,
  widgetProblems,
  widgetSize,
} from './widget-rules.ts';
export {
  imageAlt,
  type WidgetImage,
  type WidgetView,
  type WidgetViewInput,
  widgetStandingText,
  widgetView,
  widgetViewKey,
} from './widget-view.ts';
