import { parentPort } from 'node:worker_threads';
import { AdapterError } from '../../adapter-error.ts';
import { decodeGranule } from './glm-decode.ts';
import type { GranuleName } from './granule-name.ts';

// The body of a decoding thread: one granule in, one result out.
parentPort?.on('message', async ({ bytes, name }: { bytes: Uint8Array; name: GranuleName | null }) => {
  try {
    parentPort?.postMessage({ granule: await decodeGranule(bytes, name) });
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof AdapterError ? error.message : String(error) });
  }
});
