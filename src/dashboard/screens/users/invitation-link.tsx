import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { t } from '../../text/text.ts';

type Props = Readonly<{
  /** Null where the invitation was mailed; undefined before it. */
  link: string | null | undefined;
  onClose: () => void;
}>;

/** The link of an invitation that was not mailed, for the inviter to pass on. */
export const InvitationLink = ({ link, onClose }: Props) =>
  link ? (
    <SecretDialog
      title={t().users.invitationLink}
      secret={link}
      explanation={t().users.invitationLinkExplained}
      onClose={onClose}
    />
  ) : null;
