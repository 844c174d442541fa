export { type ShownPlace, type ShowScreen, sceneAt, showScreen } from './show-screen.ts';
export {
  type ShowCamera,
  type ShowDraft,
  type ShowPlace,
  type ShowScene,
  type ShowView,
  type ShowViewInput,
  type ShowWarning,
  showConditions,
  showForecasts,
  showMapAlt,
  showProblems,
  showView,
  showViewKey,
} from './show-view.ts';
