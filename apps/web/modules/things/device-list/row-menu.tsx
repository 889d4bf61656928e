import { Menu } from '@mantine/core';
import {
  IconExternalLink,
  IconHistory,
  IconKey,
  IconLink,
  IconLinkOff,
  IconPencil,
  IconTrash,
  IconWand,
} from '@tabler/icons-react';
import type { Thing } from '@voltloop/contract/calls/things.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { tabsFor, thingPath } from '../monitoring-url.ts';
import { mayRegister } from './may-register.ts';

export type DeviceAction = 'edit' | 'bind' | 'unbind' | 'autoBind' | 'secret' | 'delete';

/** Roles that may bind things and change their descriptions. */
export const mayManage = (roleId: number): boolean => roleId <= 4;

interface DeviceMenuItemsProps {
  thing: Thing;
  roleId: number;
  onAction: (action: DeviceAction, thing: Thing) => void;
}

/** The menu entries of a row that the server allows this account. */
export function DeviceMenuItems({ thing, roleId, onAction }: DeviceMenuItemsProps) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const act = (action: DeviceAction) => () => onAction(action, thing);
  return (
    <>
      <Menu.Item
        leftSection={<IconExternalLink size={15} />}
        onClick={() => navigate(thingPath(thing.devid))}
      >
        {t('menu.open')}
      </Menu.Item>
      {mayManage(roleId) && (
        <>
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={act('edit')}>
            {t('menu.edit')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLink size={15} />} onClick={act('bind')}>
            {t('menu.bind')}
          </Menu.Item>
          <Menu.Item leftSection={<IconWand size={15} />} onClick={act('autoBind')}>
            {t('menu.autoBind')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLinkOff size={15} />} onClick={act('unbind')}>
            {t('menu.unbind')}
          </Menu.Item>
        </>
      )}
      {tabsFor(roleId).includes('bindings') && (
        <Menu.Item
          leftSection={<IconHistory size={15} />}
          onClick={() => navigate(thingPath(thing.devid, 'bindings'))}
        >
          {t('menu.history')}
        </Menu.Item>
      )}
      {mayRegister(roleId) && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconKey size={15} />} onClick={act('secret')}>
            {t('menu.secret')}
          </Menu.Item>
          <Menu.Item data-danger leftSection={<IconTrash size={15} />} onClick={act('delete')}>
            {t('menu.delete')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
