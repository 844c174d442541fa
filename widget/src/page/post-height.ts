/** Posts the height that the content needs, CSS px, to the page around, which may give it to the frame. */
export function postHeight(content: HTMLElement): void {
  if (parent === window || typeof ResizeObserver === 'undefined') return;
  let posted = 0;
  const post = () => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (height === posted) return;
    posted = height;
    // Any site may frame the page, and its height is no secret.
    parent.postMessage({ type: 'allclear-widget-height', height }, '*');
  };
  new ResizeObserver(post).observe(content);
}
