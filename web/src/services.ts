import { createContext, useContext } from 'react';
import { type ApiClient, createApiClient } from './api/client.ts';
import { type Connection, createConnection } from './api/connection.ts';
import { createSession, type Session } from './session/session.ts';

/** The services of the screens: the API, its connection state, and the session. */
export interface Services {
  api: ApiClient;
  connection: Connection;
  session: Session;
}

export function createServices(origin: string, storage: Storage): Services {
  const connection = createConnection();
  const session = createSession(origin, storage);
  const api = createApiClient({
    origin: '',
    token: () => session.token(),
    onUnauthorized: () => session.refused(),
    connection,
  });
  return { api, connection, session };
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
