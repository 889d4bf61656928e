import { Button } from '@mantine/core';
import { IconUser, IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  exportStaff,
  resetStaffTwoFactor,
  type StaffMember,
  setStaffState,
} from '@voltloop/contract/calls/staff.ts';
import { staffList } from '@voltloop/contract/lists/staff.list.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { BACK_OFFICE_ROLE_START } from '@voltloop/contract/roles.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useRight } from '../../context/rights.ts';
import { useAccount } from '../../context/use-account.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { ConfirmDialog, EmptyState, PageHeader } from '../../ui/index.ts';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { useListPlace } from '../../ui/list/use-list-place.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useLast } from '../../ui/use-last.ts';
import { UserState } from '../accounts/index.ts';
import { deleteLater, usePendingStaff } from './delete-later.ts';
import { staffChanged, staffPage, staffRoles } from './queries.ts';
import { type Act, StaffActions } from './staff-actions.tsx';

const StaffDialog = lazy(() => import('./staff-dialog.tsx'));
const ResetDialog = lazy(() => import('./reset-dialog.tsx'));

/** The accounts of the back office, with all actions on them. */
export default function StaffPage() {
  const { t } = useTranslation('staff');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const mayInsert = useRight(rights.staff.insert);
  const mayExport = useRight(rights.staff.export);
  const place = useListPlace(staffList);
  const found = useQuery(staffPage(tenantId, place));
  const roles = useQuery(staffRoles(tenantId)).data;
  const gone = usePendingStaff((state) => state.ids);
  const [creating, setCreating] = useState(false);
  const [request, setRequest] = useState<{ act: Act; member: StaffMember } | null>(null);

  const act = (what: Act, member: StaffMember) => {
    if (what === 'delete') deleteLater(tenantId, member, client);
    else if (what === 'unlock') void setState(member, false).catch(notifyError);
    else setRequest({ act: what, member });
  };
  const setState = async ({ id, name }: StaffMember, disabled: boolean) => {
    await call(setStaffState, { params: { tenantId, id }, body: { disabled } });
    toast.success({ ns: 'staff', key: disabled ? 'lock.done' : 'unlock.done', values: { name } });
    await staffChanged(client);
  };
  const menu = (member: StaffMember, active: boolean) => (
    <StaffActions member={member} active={active} onAct={act} />
  );
  const create = (
    <Button size="sm" leftSection={<IconUserPlus size={16} stroke={1.8} />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  );
  const roleOptions = roles && [
    ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: String(BACK_OFFICE_ROLE_START), label: t('noRole') },
  ];
  return (
    <>
      <DeclaredList
        list={staffList}
        place={place}
        label={t('page.title')}
        found={found}
        keyOf={(member) => member.id}
        gone={gone}
        header={
          <PageHeader
            title={t('page.title')}
            description={t('page.description')}
            tools={mayInsert && create}
          />
        }
        options={{ role: roleOptions }}
        cells={{
          name: (member) => <StaffName member={member} />,
          state: (member) => <UserState state={member.state} variant="plain" />,
        }}
        onOpen={(member) => act('edit', member)}
        menu={menu}
        rowHeight={52}
        card={(member, { active }) => (
          <ListCard title={<StaffName member={member} />} menu={menu(member, active)}>
            <UserState state={member.state} />
            <span>{member.role_name ?? t('noRole')}</span>
          </ListCard>
        )}
        cardHeight={104}
        empty={
          <EmptyState
            title={t('empty.title')}
            text={t('empty.text')}
            {...(mayInsert ? { action: create } : {})}
          />
        }
        download={
          mayExport &&
          (({ columns, ...file }) =>
            downloadFile(exportStaff, {
              params: { tenantId },
              query: { ...place.wanted, ...file, columns: columns.join(',') },
            }))
        }
      />
      <Suspense>
        {creating && (
          <StaffDialog opened onClose={() => setCreating(false)} member={null} roleId={place.view.role} />
        )}
      </Suspense>
      <StaffDialogs
        request={request}
        onClose={() => setRequest(null)}
        onLock={(member) => setState(member, true)}
      />
    </>
  );
}

function StaffName({ member }: { member: StaffMember }) {
  const { t } = useTranslation('staff');
  return (
    <TwoLines
      icon={<IconUser size={18} stroke={1.6} aria-hidden="true" />}
      main={member.name}
      sub={member.untouchable === 'own' ? `${member.user_name} · ${t('you')}` : member.user_name}
    />
  );
}

interface StaffDialogsProps {
  request: { act: Act; member: StaffMember } | null;
  onClose: () => void;
  onLock: (member: StaffMember) => Promise<void>;
}

function StaffDialogs({ request, onClose, onLock }: StaffDialogsProps) {
  const { t } = useTranslation('staff');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const last = useLast(request);
  if (!last) return null;
  const { act, member } = last;
  const opened = request !== null;
  return (
    <Suspense>
      {act === 'edit' && <StaffDialog opened={opened} onClose={onClose} member={member} roleId={null} />}
      {act === 'reset' && <ResetDialog opened={opened} onClose={onClose} member={member} />}
      {act === 'lock' && (
        <ConfirmDialog
          opened={opened}
          onClose={onClose}
          danger
          title={t('lock.title', { name: member.name })}
          confirmLabel={t('action.lock')}
          onConfirm={() => onLock(member)}
        >
          {t('lock.text')}
        </ConfirmDialog>
      )}
      {act === 'twoFactor' && (
        <ConfirmDialog
          opened={opened}
          onClose={onClose}
          danger
          title={t('twoFactor.title', { name: member.name })}
          confirmLabel={t('action.twoFactor')}
          onConfirm={async () => {
            await call(resetStaffTwoFactor, { params: { tenantId, id: member.id } });
            toast.success({ ns: 'staff', key: 'twoFactor.done', values: { name: member.name } });
            await staffChanged(client);
          }}
        >
          {t('twoFactor.text')}
        </ConfirmDialog>
      )}
    </Suspense>
  );
}
