import { Menu } from '@mantine/core';
import {
  IconArrowsMove,
  IconBattery2,
  IconDownload,
  IconEraser,
  IconKey,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react';
import type { User } from '@voltloop/contract';
import { exportPersonalData } from '@voltloop/contract/calls/personal-data.ts';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { RowMenu } from '../../ui/list/row-menu.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useSetStates } from './use-set-states.ts';
import type { UserRequest } from './user-dialogs.tsx';

interface UserActionsProps {
  user: User;
  /** Whether Tab reaches the button: only in the focused row. */
  active: boolean;
  onRequest: (request: UserRequest) => void;
  /** Shows the accounts below this one. */
  onDrill: (id: string) => void;
}

/** The menu of actions on one account. */
export function UserActions({ user, active, onRequest, onDrill }: UserActionsProps) {
  const { t } = useTranslation('users');
  const me = useAccount();
  const setStates = useSetStates();
  const icon = { size: 16, stroke: 1.7 };
  return (
    <RowMenu label={t('action.menu', { name: user.name })} active={active}>
      {() => (
        <>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onRequest({ what: 'edit', user })}>
            {t('action.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconBattery2 {...icon} />}
            onClick={() => onRequest({ what: 'things', user })}
          >
            {t('action.things')}
          </Menu.Item>
          {user.children_total > 0 && (
            <Menu.Item leftSection={<IconUsers {...icon} />} onClick={() => onDrill(user.id)}>
              {t('action.below')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => onRequest({ what: 'reset', user })}>
            {t('action.reset')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldOff {...icon} />}
            onClick={() => onRequest({ what: 'twoFactor', user })}
          >
            {t('action.resetTwoFactor')}
          </Menu.Item>
          {user.state === 'disabled' ? (
            <Menu.Item
              leftSection={<IconUserCheck {...icon} />}
              onClick={() => void setStates([user], false)}
            >
              {t('action.enable')}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconUserOff {...icon} />}
              onClick={() => onRequest({ what: 'disable', users: [user] })}
            >
              {t('action.disable')}
            </Menu.Item>
          )}
          {me.kind !== 'installer' && user.kind !== 'staff' && (
            <Menu.Item
              leftSection={<IconArrowsMove {...icon} />}
              onClick={() => onRequest({ what: 'move', user })}
            >
              {t('action.move')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconDownload {...icon} />}
            onClick={() => {
              toast.info({ ns: 'users', key: 'action.exporting', values: { name: user.name } });
              void downloadFile(exportPersonalData, {
                params: { tenantId: me.tenantId, id: user.id },
                fallbackName: 'personal-data.zip',
              });
            }}
          >
            {t('action.exportData')}
          </Menu.Item>
          <Menu.Item
            color="var(--vl-danger-ink)"
            leftSection={<IconEraser {...icon} />}
            onClick={() => onRequest({ what: 'erase', user })}
          >
            {t('action.erase')}
          </Menu.Item>
          <Menu.Item
            color="var(--vl-danger-ink)"
            leftSection={<IconTrash {...icon} />}
            onClick={() => onRequest({ what: 'delete', users: [user] })}
          >
            {t('action.delete')}
          </Menu.Item>
        </>
      )}
    </RowMenu>
  );
}
