import type { Location } from '@allclear/contract';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconCopy,
  IconLink,
  IconPhoto,
  IconPhotoDown,
  IconPrinter,
  IconShare,
  IconShare2,
  IconTimelineEvent,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCurrentUser } from '../../features/shell/use-account.ts';
import { copyText } from '../../forms/copy-text.ts';
import { placeTimelinePath } from '../../session/paths.ts';
import { toast } from '../../ui/toast.ts';
import { canCopyPicture, copyPicture, savePicture } from './copy.ts';
import { type SharedAnswer, sharedText } from './shared-answer.ts';

interface ShareMenuProps {
  location: Pick<Location, 'id' | 'organizationLocationId'>;
  /** The answer as it is now; null while it is not known what it is. */
  answer: SharedAnswer | null;
}

/** The state of a place as a text, a picture, a link, or on paper. */
export function ShareMenu({ location, answer }: ShareMenuProps) {
  const can = answer !== null && answer.kind !== 'checking';
  return (
    <Menu position="bottom-end" width={230} shadow="md" withinPortal>
      <Menu.Target>
        <Tooltip label="Share">
          <ActionIcon variant="default" aria-label="Share">
            <IconShare2 size={20} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {can && <AnswerItems answer={answer} />}
        {answer && (
          <Menu.Item
            leftSection={<IconLink size={18} />}
            onClick={() => report(copyText(answer.link), 'Link copied')}
          >
            Copy link
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to={`/sheet?location=${encodeURIComponent(location.id)}`}
          leftSection={<IconPrinter size={18} />}
        >
          Print day sheet
        </Menu.Item>
        <TimelineItem organizationLocationId={location.organizationLocationId} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** What happened at a place of the organization, for those who may read it. */
function TimelineItem({ organizationLocationId }: Pick<Location, 'organizationLocationId'>) {
  const { data: user } = useCurrentUser();
  if (organizationLocationId === null || user?.permissions.includes('timeline:read') !== true) return null;
  return (
    <Menu.Item
      component={Link}
      to={placeTimelinePath(organizationLocationId)}
      leftSection={<IconTimelineEvent size={18} />}
    >
      Timeline
    </Menu.Item>
  );
}

function AnswerItems({ answer }: { answer: SharedAnswer }) {
  const text = sharedText(answer);
  const draw = () => import('./share-picture.ts').then(({ drawAnswer }) => drawAnswer(answer));
  const fileName = `${answer.label.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.png`;
  return (
    <>
      {typeof navigator.share === 'function' && (
        <Menu.Item leftSection={<IconShare size={18} />} onClick={() => void shareText(answer.label, text)}>
          Share…
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy size={18} />} onClick={() => report(copyText(text), 'Text copied')}>
        Copy text
      </Menu.Item>
      {canCopyPicture() && (
        <Menu.Item
          leftSection={<IconPhoto size={18} />}
          onClick={() => report(copyPicture(draw()), 'Picture copied')}
        >
          Copy picture
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconPhotoDown size={18} />}
        onClick={() =>
          report(
            draw().then((picture) => savePicture(picture, fileName)),
            'Picture saved',
          )
        }
      >
        Save picture
      </Menu.Item>
    </>
  );
}

function report(work: Promise<void>, done: string): void {
  work.then(
    () => toast('success', done),
    () => toast('error', 'This browser did not allow it', 'Select and copy what you need from the page.'),
  );
}

/** By the share sheet of the device. Who closes it has not failed. */
async function shareText(title: string, text: string): Promise<void> {
  try {
    await navigator.share({ title, text });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') report(Promise.reject(error), '');
  }
}
