import { Menu } from '@mantine/core';
import {
  IconEye,
  IconKey,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react';
import type { StaffMember } from '@voltloop/contract/calls/staff.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { useTranslation } from 'react-i18next';
import { useRight } from '../../context/rights.ts';
import { RowMenu } from '../../ui/list/row-menu.tsx';

/** The requested action on a staff account. */
export type Act = 'edit' | 'reset' | 'twoFactor' | 'lock' | 'unlock' | 'delete';

interface StaffActionsProps {
  member: StaffMember;
  /** Whether Tab reaches the button: only in the focused row. */
  active: boolean;
  onAct: (act: Act, member: StaffMember) => void;
}

/** The actions on a staff account that the server allows the signed-in account. */
export function StaffActions({ member, active, onAct }: StaffActionsProps) {
  const { t } = useTranslation('staff');
  const isChangeable = member.untouchable === null;
  const mayUpdate = useRight(rights.staff.update) && isChangeable;
  const mayDelete = useRight(rights.staff.delete) && isChangeable;
  const mayReset = useRight(rights.staff.password) && isChangeable;
  const icon = { size: 16, stroke: 1.7 };
  return (
    <RowMenu label={t('action.menu', { name: member.name })} active={active}>
      {() => (
        <>
          <Menu.Item
            leftSection={mayUpdate ? <IconPencil {...icon} /> : <IconEye {...icon} />}
            onClick={() => onAct('edit', member)}
          >
            {t(mayUpdate ? 'action.edit' : 'action.see')}
          </Menu.Item>
          {mayReset && (
            <>
              <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => onAct('reset', member)}>
                {t('action.reset')}
              </Menu.Item>
              {member.two_factor && (
                <Menu.Item
                  leftSection={<IconShieldOff {...icon} />}
                  onClick={() => onAct('twoFactor', member)}
                >
                  {t('action.twoFactor')}
                </Menu.Item>
              )}
            </>
          )}
          {mayUpdate &&
            (member.state === 'disabled' ? (
              <Menu.Item leftSection={<IconLockOpen {...icon} />} onClick={() => onAct('unlock', member)}>
                {t('action.unlock')}
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconLock {...icon} />} onClick={() => onAct('lock', member)}>
                {t('action.lock')}
              </Menu.Item>
            ))}
          {mayDelete && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="var(--vl-danger-ink)"
                leftSection={<IconTrash {...icon} />}
                onClick={() => onAct('delete', member)}
              >
                {t('action.delete')}
              </Menu.Item>
            </>
          )}
        </>
      )}
    </RowMenu>
  );
}
