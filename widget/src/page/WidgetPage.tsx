/** @jsxImportSource preact */
import { AnswerBand } from './AnswerBand.tsx';
import { Conditions } from './Conditions.tsx';
import { Forecasts } from './Forecasts.tsx';
import { Icon } from './icons.tsx';
import { Picture } from './Picture.tsx';
import type { ShownView, WidgetView } from './page-view.ts';

/** The whole page of a widget. */
export function WidgetPage({ view }: { view: WidgetView }) {
  return (
    <>
      {view.kind === 'asking' && <p class="alone">Checking…</p>}
      {view.kind === 'gone' && <p class="alone">This widget is not available.</p>}
      {view.kind === 'shown' && <Shown view={view} />}
      {/* Changes only with the kind of the answer, so that a countdown is not read out. */}
      <p class="hidden" role="status">
        {spokenOf(view)}
      </p>
    </>
  );
}

function spokenOf(view: WidgetView): string {
  if (view.kind === 'asking') return '';
  return view.kind === 'gone' ? 'This widget is not available.' : `${view.placeName}: ${view.answer.word}`;
}

function Shown({ view }: { view: ShownView }) {
  // In a frame the page around it has landmarks of its own; an article has none, nor has its header.
  const Root = window.parent === window ? 'main' : 'article';
  const { placeName, notice, warnings, message, problems, picture } = view;
  return (
    <Root class="widget" data-type={view.type} data-covered={view.isCovered || undefined}>
      <header>
        <h1>{placeName}</h1>
        {notice !== null && <p class="notice">{notice}</p>}
      </header>
      {/* First whatever else is shown: a frame may be no higher. */}
      <AnswerBand answer={view.answer} />
      {warnings.length > 0 && (
        <ul class="warnings" aria-label="Warnings in effect">
          {warnings.map(({ text, covered }, index) => (
            <li key={`${index} ${text}`} class={covered === null ? '' : 'hatched'}>
              <Icon shape="warning" />
              <span>
                {text}
                {covered !== null && <span class="age">Not known since {covered}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {message !== null && <p class="message">{message}</p>}
      {picture && <Picture picture={picture} isRadar={view.type === 'radar'} />}
      <Conditions conditions={view.conditions} />
      <Forecasts forecasts={view.forecasts} />
      {problems.length > 0 && (
        <ul class="problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <footer>{view.standingText}</footer>
    </Root>
  );
}
