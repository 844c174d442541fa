import { AdapterError, type CameraSource } from '@allclear/adapters';
import { cameraTexts, connectMs } from '@allclear/contract';
import { sleepReal } from '../platform/clock/clock.ts';

/** Opens a camera until its first picture and says what happened. */
export async function tryCamera(
  source: CameraSource,
  timeoutMs = connectMs,
): Promise<{ works: boolean; message: string }> {
  if (source.problem !== null) return { works: false, message: source.problem };
  const ending = new AbortController();
  let works = false;
  const seen = () => {
    works = true;
    ending.abort();
  };
  void sleepReal(timeoutMs, ending.signal).then(() => ending.abort());
  try {
    await source.run({ picture: seen, segment: seen }, ending.signal);
  } catch (error) {
    if (!works) return { works, message: error instanceof AdapterError ? error.message : cameraTexts.unable };
  } finally {
    ending.abort();
  }
  return { works, message: works ? 'The camera sends pictures.' : 'The camera sent no picture in time.' };
}
