// The optional script of a page that embeds widgets: gives each frame the height that its widget needs. A classic
// script of at most 1 kB, so it imports nothing.
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const { origin } = new URL(script.src);
  addEventListener('message', ({ source, origin: from, data }: MessageEvent) => {
    if (from !== origin || data?.type !== 'allclear-widget-height') return;
    const height = Number(data.height);
    if (!(height > 0 && height < 10_000)) return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) frame.style.height = `${Math.ceil(height)}px`;
  });
})();
