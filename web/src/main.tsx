import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/inter/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { UserManager } from 'oidc-client-ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createServices } from './services.ts';

// A page that was open while the server was brought forward asks for chunks that are gone: it loads the new app.
window.addEventListener('vite:preloadError', () => window.location.reload());

if (/^\/silentrenew\/?$/i.test(window.location.pathname)) {
  // In a hidden frame: hand the answer of the identity provider to the page that waits for it.
  void new UserManager({ authority: window.location.origin, client_id: '', redirect_uri: '' }).signinSilentCallback();
} else {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App services={createServices(window.location.origin, window.sessionStorage)} />
    </StrictMode>,
  );
}
