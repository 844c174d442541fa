import { execFile } from 'node:child_process';
import { PROGRAM_FOLDERS } from '../ffmpeg/find-program.ts';

const WITHOUT_FFMPEG =
  'Simulated cameras with HLS or RTSP need ffmpeg, which this installation does not have: install it, or set ALLCLEAR_FFMPEG to its path.';
const WITHOUT_ENCODER =
  'Simulated cameras with HLS or RTSP need an ffmpeg that encodes H.264 (libx264), which that of this installation does not.';
const TIMEOUT_MS = 15_000;

/** Whether this installation can encode the pictures of simulated cameras. */
export interface EncoderCheck {
  /** A sentence for people; null when nothing is missing, and until it is found out. The first call begins that. */
  readonly problem: string | null;
  /** The path of ffmpeg, or the sentence. */
  find(): Promise<{ readonly program: string } | { readonly problem: string }>;
}

/** `program`: the path of ffmpeg, null without one. It is asked once, when a camera first needs to know. */
export function createEncoderCheck(program: string | null): EncoderCheck {
  let missing = program === null ? WITHOUT_FFMPEG : null;
  let asked: Promise<void> | null = null;
  const ask = (path: string) => {
    asked ??= hasEncoder(path).then((has) => {
      if (!has) missing = WITHOUT_ENCODER;
    });
    return asked;
  };
  return {
    get problem() {
      if (program !== null) void ask(program);
      return missing;
    },
    async find() {
      if (program === null) return { problem: WITHOUT_FFMPEG };
      await ask(program);
      return missing === null ? { program } : { problem: missing };
    },
  };
}

function hasEncoder(program: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { cwd: '/', env: { PATH: PROGRAM_FOLDERS.join(':') }, timeout: TIMEOUT_MS };
    const child = execFile(program, ['-hide_banner', '-h', 'encoder=libx264'], options, (error, text) =>
      resolve(error === null && /^Encoder libx264\b/m.test(text)),
    );
    child.stdin?.end();
  });
}
