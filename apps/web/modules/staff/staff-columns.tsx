import { IconUser } from '@tabler/icons-react';
import type { StaffMember } from '@voltloop/contract/calls/staff.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime, useFormat } from '../../ui/index.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { UserState } from '../accounts/index.ts';

export function StaffName({ member }: { member: StaffMember }) {
  const { t } = useTranslation('staff');
  return (
    <TwoLines
      icon={<IconUser size={18} stroke={1.6} aria-hidden="true" />}
      main={member.name}
      sub={member.untouchable === 'own' ? `${member.user_name} · ${t('you')}` : member.user_name}
    />
  );
}

/** The columns of the list of staff, and the menu of each row. */
export function useStaffColumns(
  actions: (member: StaffMember, active: boolean) => ReactNode,
): Column<StaffMember>[] {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const columns = useMemo<Column<StaffMember>[]>(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        sortable: true,
        essential: true,
        minWidth: 180,
        grow: 2,
        cell: (member) => <StaffName member={member} />,
      },
      {
        id: 'role',
        header: t('field.role'),
        sortable: true,
        minWidth: 140,
        value: (member) => member.role_name ?? t('noRole'),
      },
      {
        id: 'state',
        header: t('column.state'),
        width: 152,
        cell: (member) => <UserState state={member.state} variant="plain" />,
      },
      {
        id: 'mobile',
        header: t('field.mobile'),
        width: 140,
        hideBelow: 900,
        value: (member) => member.mobile,
      },
      {
        id: 'email',
        header: t('field.email'),
        minWidth: 150,
        hideBelow: 1000,
        value: (member) => member.email,
      },
      {
        id: 'twoFactor',
        header: t('column.twoFactor'),
        width: 120,
        optional: true,
        value: (member) => t(member.two_factor ? 'twoFactor.on' : 'twoFactor.off'),
      },
      {
        id: 'last_login_time',
        header: t('column.lastLogin'),
        width: 130,
        sortable: true,
        sortDescFirst: true,
        align: 'end' as const,
        hideBelow: 840,
        cell: (member) => <RelativeTime time={member.last_login_time} />,
      },
      {
        id: 'created_at',
        header: t('column.created'),
        width: 120,
        sortable: true,
        sortDescFirst: true,
        align: 'end' as const,
        optional: true,
        cell: (member) => format.date(member.created_at, 'date'),
      },
    ],
    [t, format],
  );
  return [
    ...columns,
    {
      id: 'actions',
      header: t('column.actions'),
      width: 52,
      chrome: true,
      cell: (member, { active }) => actions(member, active),
    },
  ];
}
