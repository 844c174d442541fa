import { createContext, useContext } from 'react';
import { type ApiClient, createApiClient } from './api/client.ts';
import { type Connection, createConnection } from './api/connection.ts';
import type { DisplaySession } from './session/display-session.ts';
import { createSession, type Session } from './session/session.ts';

/** The services of the screens: the API, its connection state, and the session. */
export interface Services {
  api: ApiClient;
  connection: Connection;
  session: Session;
  /** Null unless the address is that of a display link; then nobody else is signed in. */
  display: DisplaySession | null;
}

export function createServices(
  origin: string,
  storage: Storage,
  display: DisplaySession | null = null,
): Services {
  const connection = createConnection();
  const session = createSession(origin, storage);
  const api = createApiClient({
    origin: '',
    token: async () => (display ? display.token : session.token()),
    onUnauthorized: () => (display ? display.end() : session.refused()),
    // A display asks only what it may: a refusal means that its creator may not let it any more.
    onForbidden: () => display?.end(),
    connection,
  });
  return { api, connection, session, display };
}

const ServicesContext = createContext<Services | null>(null);
export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('No services above this component');
  return services;
}

export function useApi(): ApiClient {
  return useServices().api;
}
