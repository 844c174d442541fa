import type { ServerResponse } from 'node:http';
import type { Principal } from '../http/serve.ts';

/** What writes stored events to the streams of programs. */
export interface ProgramEvents {
  /**
   * Writes to a stream that is open already, until it ends. `lastEventId` is what the program says it has; undefined
   * when it says nothing.
   */
  attach(principal: Principal, response: ServerResponse, lastEventId: string | undefined): void;
}
