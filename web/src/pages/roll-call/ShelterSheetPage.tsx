import type { Shelter } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { encode } from 'uqr';
import { messageOf } from '../../api/failure.ts';
import { codeText } from '../../features/roll-call/roll-call-words.ts';
import classes from '../../features/roll-call/shelters/Shelters.module.css';
import { useShelters } from '../../features/roll-call/shelters/use-shelters.ts';
import { QrCode } from '../../forms/QrCode.tsx';
import { checkInPath, sheltersAddress } from '../../session/paths.ts';
import page from '../page.module.css';

/** The code of a shelter on a sheet of paper, to be put up there. */
export default function ShelterSheetPage() {
  const { placeId = '', shelterId } = useParams();
  const { data, error, isPending } = useShelters(placeId);
  const shelter = data?.find(({ id }) => id === shelterId);
  if (!shelter || shelter.code === null)
    return (
      <div className={page.alone} role={isPending ? 'status' : 'alert'}>
        <h1>Code of a shelter</h1>
        <p>
          {isPending
            ? 'Loading the shelter…'
            : error
              ? messageOf(error)
              : 'There is no such shelter whose code you may print.'}
        </p>
      </div>
    );
  return (
    <div data-for-paper>
      <div className={classes.tools}>
        <Button
          component={Link}
          to={sheltersAddress(placeId)}
          variant="default"
          size="md"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
        >
          Back
        </Button>
        <Button
          size="md"
          leftSection={<IconPrinter size={18} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      <ShelterSheet shelter={shelter} code={shelter.code} origin={window.location.origin} />
    </div>
  );
}

interface ShelterSheetProps {
  shelter: Pick<Shelter, 'name'>;
  code: string;
  origin: string;
}

export function ShelterSheet({ shelter, code, origin }: ShelterSheetProps) {
  const address = `${origin}${checkInPath}#${code}`;
  const rows = useMemo(
    () => encode(address, { border: 2 }).data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')),
    [address],
  );
  return (
    <article className={classes.sheet} aria-label={`Sheet of ${shelter.name}`}>
      <h1>{shelter.name}</h1>
      <p className={classes.what}>
        During a roll-call: when you are inside, scan this code and say how many people are with you.
      </p>
      <QrCode rows={rows} width="110mm" label={`QR code that checks people in at ${shelter.name}`} />
      <p className={classes.letters}>{codeText(code)}</p>
      <p className={classes.small}>
        Without a camera: open {origin.replace(/^https?:\/\//, '')}
        {checkInPath} and type the code.
      </p>
    </article>
  );
}
