import { Menu } from '@mantine/core';
import { IconArrowsExchange, IconLinkOff, IconReplace } from '@tabler/icons-react';
import type { SiteDevice } from '@voltloop/contract/calls/sites.ts';
import { useTranslation } from 'react-i18next';
import type { OpenDialog } from './device-dialogs.tsx';

/** The menu of actions on a device of a site. */
export function DeviceMenu({ device, onOpen }: { device: SiteDevice; onOpen: (open: OpenDialog) => void }) {
  const { t } = useTranslation('sites');
  return (
    <>
      <Menu.Item
        leftSection={<IconReplace size={16} stroke={1.8} />}
        onClick={() => onOpen({ what: 'replace', device })}
      >
        {t('devices.replace')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLinkOff size={16} stroke={1.8} />}
        onClick={() => onOpen({ what: 'remove', device })}
      >
        {t('devices.remove')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowsExchange size={16} stroke={1.8} />}
        disabled={!device.visible}
        onClick={() => onOpen({ what: 'transfer', device })}
      >
        {t('transfer.menu')}
      </Menu.Item>
    </>
  );
}
