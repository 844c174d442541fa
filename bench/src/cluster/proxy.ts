/** What stands between the programs: one address of the API, and one of the database, which is the primary. */
export function proxyConfiguration(options: {
  readonly apiPort: number;
  readonly databasePort: number;
  readonly apis: readonly { readonly name: string; readonly port: number }[];
  readonly postgres: readonly { readonly name: string; readonly port: number; readonly restPort: number }[];
}): string {
  const { apiPort, databasePort, apis, postgres } = options;
  return `global
  maxconn 4000
defaults
  timeout connect 2s
  option redispatch
  retries 2
  # A connection of a machine that is gone ends.
  option tcpka

# The API: any process that is ready.
frontend api
  mode http
  timeout client 60s
  bind 127.0.0.1:${apiPort}
  default_backend apis
backend apis
  mode http
  balance roundrobin
  option forwardfor
  option httpchk GET /readyz
  # An event stream says something every 15 seconds.
  timeout server 60s
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${apis.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} check`).join('\n')}

# The database: the node that Patroni calls the primary. A connection to a node that is no primary any more ends.
frontend database
  mode tcp
  timeout client 1h
  bind 127.0.0.1:${databasePort}
  default_backend primary
backend primary
  mode tcp
  timeout server 1h
  option httpchk GET /primary
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${postgres
  .map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`)
  .join('\n')}
`;
}
