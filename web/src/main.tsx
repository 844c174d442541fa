import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/inter/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/print.css';
import { UserManager } from 'oidc-client-ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { keepInstallOffer } from './features/notifications/first-steps/install.ts';
import { keepShell } from './features/shell/keep-shell.ts';
import { preloadPage } from './pages/manifests.ts';
import { reloadWhenAnswered, serverAnswers } from './reload-when-answered.ts';
import { createServices } from './services.ts';
import { displaySessionOf, isDisplayHash } from './session/display-session.ts';
import { isCallbackPath, readRememberedPath } from './session/remembered-path.ts';

// A page that the browser kept aside may be of somebody who has signed out since.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) window.location.reload();
});

// Another display link was opened in the same tab.
window.addEventListener('hashchange', () => {
  if (isDisplayHash(window.location.hash)) window.location.reload();
});

let isReloading = false;
window.addEventListener('vite:preloadError', () => {
  if (!isReloading) void reloadWhenAnswered(serverAnswers, () => window.location.reload());
  isReloading = true;
});

if (/^\/silentrenew\/?$/i.test(window.location.pathname)) {
  // In a hidden frame: passes the answer of the identity provider to the page that waits for it.
  void new UserManager({
    authority: window.location.origin,
    client_id: '',
    redirect_uri: '',
  }).signinSilentCallback();
} else {
  const { pathname, origin } = window.location;
  const opened = isCallbackPath(pathname) ? readRememberedPath(window.sessionStorage) : pathname;
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element for the app');
  // In development the modules are not built files, which a service worker could keep.
  if (import.meta.env.PROD) keepShell();
  keepInstallOffer();
  preloadPage(new URL(opened, origin).pathname);
  createRoot(root).render(
    <StrictMode>
      <App services={createServices(origin, window.sessionStorage, displaySessionOf(window.location))} />
    </StrictMode>,
  );
}
