import type { Camera } from '@allclear/contract';
import classes from '../Cameras.module.css';
import { CameraList } from './CameraList.tsx';
import { ShareLinks } from './ShareLinks.tsx';

interface CameraSetupProps {
  cameras: readonly Camera[];
  /** Undefined while it is not known. */
  sharing: boolean | undefined;
}

/** For those who set cameras up and share them. */
export function CameraSetup({ cameras, sharing }: CameraSetupProps) {
  return (
    <div className={classes.setup}>
      <CameraList cameras={cameras} />
      <ShareLinks cameras={cameras} sharing={sharing} />
    </div>
  );
}
