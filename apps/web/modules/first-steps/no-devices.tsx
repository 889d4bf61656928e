import { Button, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useProductName } from '../../context/brand.ts';
import { useMayOpen } from '../../context/may-open.ts';
import { withoutPrefix } from '../../context/role-label.ts';
import { useAccount } from '../../context/use-account.ts';
import { EmptyState } from '../../ui/index.ts';
import { copyText } from '../../ui/text/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './first-steps.module.css';
import { DEVICES_PATH, USERS_PATHS } from './steps.ts';

/** Main account and factory register devices; all other accounts get theirs from the account above. */
const LAST_REGISTERING_ROLE = 1;

interface NoDevicesProps {
  /** Title of the empty state if it is not about missing devices. */
  title?: string;
  /** Opens the registration; without it, a link leads to the page where devices are registered. */
  onRegister?: () => void;
}

/** Explains to an account without devices what to do next, or whom to ask. */
export default function NoDevices({ title, onRegister }: NoDevicesProps) {
  const { t } = useTranslation('firstSteps');
  const { roleId, kind } = useAccount();
  const mayOpen = useMayOpen();
  // If so, the step has the primary button.
  const isStep = useSession(({ login }) => login?.first_steps === 'open');
  const users = USERS_PATHS.find(mayOpen);
  const invite = users && (
    <Button component={Link} to={`${users}?tab=invitations`} size="xs" variant="default">
      {t(`noDevices.invite.${kind}`)}
    </Button>
  );
  const frame = { icon: <IconPlugConnected size={22} stroke={1.6} />, title: title ?? t('noDevices.title') };
  if (roleId > LAST_REGISTERING_ROLE) return <AskForDevices {...frame} more={invite} />;
  return (
    <EmptyState
      {...frame}
      text={t('noDevices.register')}
      action={
        <span className={styles.actions}>
          {onRegister ? (
            // The page header has the primary button.
            <Button size="xs" variant="default" onClick={onRegister}>
              {t('noDevices.registerOne')}
            </Button>
          ) : (
            <Button component={Link} to={DEVICES_PATH} size="xs" variant={isStep ? 'default' : 'filled'}>
              {t('noDevices.registerOne')}
            </Button>
          )}
          {invite}
        </span>
      }
    />
  );
}

/** For accounts that cannot register: whom to ask, and a message that names the account. */
function AskForDevices({ more, ...frame }: { icon: React.ReactNode; title: string; more: React.ReactNode }) {
  const { t } = useTranslation('firstSteps');
  const { kind } = useAccount();
  const who = kind === 'enduser' ? 'owner' : 'manager';
  const product = useProductName();
  const login = useSession((session) => session.login);
  const [shown, setShown] = useState(false);
  const values = { parent: login?.parent_name ?? '', user: withoutPrefix(login?.user_name ?? ''), product };
  const message = t(`noDevices.message.${who}`, values);
  const copy = async () => {
    if (await copyText(message)) toast.success({ ns: 'firstSteps', key: 'noDevices.copied' });
    // Without clipboard access the message can be copied by hand.
    else setShown(true);
  };
  return (
    <EmptyState
      {...frame}
      text={t(`noDevices.ask.${who}`, values)}
      action={
        <>
          <span className={styles.actions}>
            <Button size="xs" onClick={() => void copy()}>
              {t('noDevices.copy')}
            </Button>
            {more}
          </span>
          {shown && (
            <TextInput
              className={styles.message}
              aria-label={t('noDevices.messageLabel')}
              value={message}
              readOnly
              autoFocus
              onFocus={(event) => event.currentTarget.select()}
            />
          )}
        </>
      }
    />
  );
}
