/** @jsxImportSource preact */
import { createWallClock } from '@allclear/domain/core';
import { render } from 'preact';
import './widget.css';
import { followPreview } from './answers/follow-preview.ts';
import { followWidget, type Received } from './answers/follow-widget.ts';
import { noAnswerLimitMs, type WidgetView, widgetView } from './page/page-view.ts';
import { postHeight } from './page/post-height.ts';
import { WidgetPage } from './page/WidgetPage.tsx';

/** Between two drawings, real ms: often enough that a countdown skips no second, and as seldom as words allow. */
const countdownStepMs = 200;
const wordsStepMs = 1_000;

function start(root: HTMLElement): void {
  const query = new URLSearchParams(location.search);
  const servedMs = Date.parse(document.documentElement.dataset.served ?? '');
  const clock = createWallClock(Number.isNaN(servedMs) ? null : servedMs, {
    wallMs: () => Date.now(),
    steadyMs: () => performance.now(),
  });
  const isPreview = query.has('preview');
  let received: Received | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const draw = () => {
    clearTimeout(timer);
    const view = widgetView(received, clock.now(), {
      // What the builder shows is sent by the builder, once for each change of its form.
      limitMs: isPreview ? Number.POSITIVE_INFINITY : noAnswerLimitMs,
    });
    dress(view);
    render(<WidgetPage view={view} />, root);
    if (view.kind === 'shown' && (view.isAtZero || view.isCovered)) following.ask();
    const isCounting = view.kind === 'shown' && view.answer.countdown !== null && !view.isAtZero;
    timer = setTimeout(draw, isCounting ? countdownStepMs : wordsStepMs);
  };
  const onReceived = (next: Received) => {
    received = next;
    if (next.kind === 'widget') clock.take(next.atMs);
    draw();
  };
  const following = isPreview ? followPreview(onReceived) : followWidget(query.get('id') ?? '', onReceived);
  draw();
  // What was asleep or hidden shows its age before any timer fires, and asks.
  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    draw();
    following.ask();
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('pageshow', wake);
  addEventListener('online', wake);
  postHeight(root);
}

/** What is outside of the page's content: its theme and its title. */
function dress(view: WidgetView): void {
  if (view.kind !== 'shown') return;
  document.documentElement.dataset.theme = view.theme;
  const title = `Weather safety: ${view.placeName}`;
  if (document.title !== title) document.title = title;
}

const root = document.getElementById('widget');
if (root) start(root);
