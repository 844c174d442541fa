import { describe, expect, it } from 'vitest';
import { breachesIn } from './architecture.mjs';

describe('the architecture rules', () => {
  it.each([
    ['domain/src/zones.ts', "import { x } from '@allclear/adapters';", /domain\/ may not import adapters/],
    ['domain/src/zones.ts', "import { readFile } from 'node:fs';", /takes no package but none/],
    ['domain/src/zones.test.ts', "import { x } from '@allclear/server';", /may not import server/],
    ['contract/src/people.ts', "import { can } from '@allclear/domain';", /contract\/ may not import domain/],
    [
      'adapters/src/http-client/http-client.ts',
      "export { x } from '../../../server/src/app.ts';",
      /adapters\/ may not import server/,
    ],
    ['server/src/app.ts', "import { x } from '../../domain/src/zones.ts';", /by its name/],
    ['web/src/main.tsx', "const x = import('@allclear/server');", /web\/ may not import server/],
    [
      'web/src/features/lightning/Card.tsx',
      "import { x } from '../conditions/query.ts';",
      /feature lightning may not import feature conditions/,
    ],
    [
      'web/src/features/lightning/Card.tsx',
      "import { x } from '../../pages/Dashboard.tsx';",
      /feature may not import a page/,
    ],
    ['web/src/ui/Card.tsx', "import { Link } from 'react-router';", /ui\/ knows no router/],
    [
      'web/src/ui/Card.tsx',
      "import { useQuery } from '@tanstack/react-query';",
      /ui\/ knows no router, query/,
    ],
    [
      'web/src/ui/Card.tsx',
      "import type { Zone } from '../features/lightning/zone.ts';",
      /ui\/ knows no feature/,
    ],
    ['widget/src/main.tsx', "import { publicWidget } from '@allclear/contract';", /types alone/],
    ['server/src/api/app.ts', 'const port = process.env.PORT;', /settings/],
    ['web/src/main.tsx', 'const url = import.meta.env.VITE_URL;', /settings/],
    ['server/src/engine/watch.ts', 'const now = Date.now();', /time/],
    ['adapters/src/glm.ts', 'const now = new Date();', /time/],
    ['domain/src/zones.ts', 'const now = new Date( ).getTime();', /time/],
    ['server/src/api/app.ts', "import { sql } from 'kysely';", /SQL/],
    ['server/src/engine/ingest.ts', "import type pg from 'pg';", /SQL/],
    ['adapters/src/feeds/glm.ts', "const answer = await fetch('https://example.org');", /network/],
    ['adapters/src/feeds/glm.ts', "import { request } from 'undici';", /network/],
    ['adapters/src/hardware/shelly.ts', "import { connect } from 'node:net';", /devices are reached/],
    ['adapters/src/speech/rtp.ts', "import { createSocket } from 'dgram';", /devices are reached/],
    ['adapters/src/feeds/glm.ts', "import tls from 'node:tls';", /devices are reached/],
    ['adapters/src/hardware/shelly.ts', "import { createServer } from 'node:http';", /network/],
    ['server/src/mqtt/loop.ts', "import mqtt from 'mqtt';", /brokers are reached/],
    ['server/src/identity/tokens.ts', "import https from 'node:https';", /network/],
    ['server/src/platform/http/serve.ts', "import { createServer } from 'node:http';", /network/],
  ])('catches in %s: %s', (path, text, rule) => {
    expect(breachesIn(path, `// first line\n${text}\n`)).toContainEqual({
      path,
      line: 2,
      rule: expect.stringMatching(rule),
    });
  });

  it.each([
    [
      'domain/src/zones.ts',
      "import { distanceMiles } from './distance.ts';\nconst at = new Date(0); // Date.now() is read elsewhere",
    ],
    ['domain/src/zones.test.ts', "import { it } from 'vitest';\nimport fc from 'fast-check';"],
    ['contract/src/people.ts', "import { z } from 'zod';"],
    ['adapters/src/http-client/http-client.ts', "import { request } from 'undici';"],
    ['adapters/src/device-socket/tcp.ts', "import { connect } from 'node:net';"],
    ['adapters/src/hardware/simulators/shelly.ts', "import { createServer } from 'node:http';"],
    ['adapters/src/hardware/simulators/rtp.ts', "import { createSocket } from 'node:dgram';"],
    ['adapters/src/cameras/simulators/rtsp-server.ts', "import { createServer } from 'node:net';"],
    ['adapters/src/hardware/port.ts', "import type { Socket } from 'node:net';"],
    ['server/src/platform/http/create-http-server.ts', "import { createServer } from 'node:http';"],
    ['server/src/platform/clock/clock.ts', 'export const wallNow = () => Date.now();'],
    ['server/src/config.ts', 'export const port = process.env.PORT;'],
    ['server/src/lightning/store.ts', "import { sql } from 'kysely';"],
    [
      'server/src/api/app.ts',
      "import type { IncomingMessage } from 'node:http';\nconst page = 'https://example.org'; door.fetch();\nprefetch(1);",
    ],
    ['server/test/postgres.ts', "import pg from 'pg';\nconst url = process.env.DATABASE_URL;"],
    [
      'web/src/pages/Dashboard.tsx',
      "import { Card } from '../features/lightning/Card.tsx';\nimport { useQuery } from '@tanstack/react-query';\nfetch('/api');",
    ],
    [
      'web/src/features/lightning/Card.tsx',
      "import { useZones } from './query.ts';\nimport { Ring } from '../../ui/Ring.tsx';",
    ],
    ['web/vite.config.ts', 'const port = process.env.PORT;'],
    [
      'bench/src/run.ts',
      "import { openStore } from '@allclear/server';\nimport pg from 'pg';\nprocess.env.X;",
    ],
  ])('lets pass in %s: %s', (path, text) => {
    expect(breachesIn(path, text)).toEqual([]);
  });
});
