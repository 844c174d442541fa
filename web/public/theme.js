// Sets the color scheme before the first paint; a separate file because the content security policy allows no
// inline script.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('allclear.colour-scheme') || 'auto';
  } catch {
    // Storage may be blocked: the system's scheme is used.
  }
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
