import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf } from '@voltloop/contract';
import { type StaffDetail, staffChange, updateStaff } from '@voltloop/contract/calls/staff.ts';
import { rights } from '@voltloop/contract/rights.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { changedFields, updateBody } from '../../api/clean.ts';
import { useRight } from '../../context/rights.ts';
import { useAccount } from '../../context/use-account.ts';
import styles from '../../ui/dialog/dialogs.module.css';
import { FactList } from '../../ui/facts/fact-list.tsx';
import { FieldRow, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog, ErrorState, SkeletonRows, useFormat } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import { toast } from '../../ui/toast/toast.ts';
import { UserState } from '../accounts/index.ts';
import { staffChanged, staffDetail, staffRoles } from './queries.ts';
import { RoleField } from './role-field.tsx';

const { role_id: _, clearFields: __, ...fields } = staffChange.shape;
/** Values of a select are texts; an account without a role may stay without one. */
const schema = z.object({ ...fields, name: fields.name.unwrap(), role_id: z.string() });

interface EditDialogProps {
  opened: boolean;
  onClose: () => void;
  member: { id: string; name: string };
}

/** A full staff account, with its editable fields. */
export default function EditDialog({ opened, onClose, member }: EditDialogProps) {
  const { tenantId } = useAccount();
  const found = useQuery({ ...staffDetail(tenantId, member.id), enabled: opened });
  const roles = useQuery({ ...staffRoles(tenantId), enabled: opened });
  const error = found.error ?? roles.error;
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={member.name}>
      {error ? (
        <ErrorState
          compact
          error={error}
          onRetry={() => void Promise.all([found.refetch(), roles.refetch()])}
        />
      ) : !found.data || !roles.data ? (
        <SkeletonRows rows={6} />
      ) : (
        <EditForm key={member.id} member={found.data} roles={roles.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface EditFormProps {
  member: StaffDetail;
  roles: readonly { id: number; name: string; grantable: boolean }[];
  onClose: () => void;
}

function EditForm({ member, roles, onClose }: EditFormProps) {
  const { t } = useTranslation('staff');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const mayUpdate = useRight(rights.staff.update);
  const locked = !mayUpdate || member.untouchable !== null;
  if (locked)
    return (
      <>
        <Facts member={member} whole />
        <p className={styles.text}>
          {t(member.untouchable ? `untouchable.${member.untouchable}` : 'untouchable.see')}
        </p>
      </>
    );
  return (
    <>
      <Facts member={member} />
      <Form
        schema={schema}
        initial={{
          name: member.name,
          role_id: member.role_id === null ? '' : String(member.role_id),
          email: member.email ?? '',
          mobile: member.mobile ?? '',
          description: member.description ?? '',
        }}
        submitLabel={t('edit.submit')}
        onCancel={onClose}
        onSubmit={async (values, before) => {
          const { role_id, ...changed } = changedFields(before, values);
          const body = updateBody({
            ...changed,
            role_id: role_id ? Number(role_id) : undefined,
          }) as BodyInputOf<typeof updateStaff>;
          await call(updateStaff, { params: { tenantId, id: member.id }, body });
          toast.success({ ns: 'staff', key: 'edit.done', values: { name: values.name } });
          void staffChanged(client);
          onClose();
        }}
      >
        <FieldRow>
          <TextField name="name" label={t('field.name')} required maxLength={50} autoComplete="off" />
          <RoleField roles={roles} />
        </FieldRow>
        <FieldRow>
          <TextField name="mobile" type="tel" label={t('field.mobile')} maxLength={30} autoComplete="off" />
          <TextField name="email" type="email" label={t('field.email')} maxLength={200} autoComplete="off" />
        </FieldRow>
        <TextField name="description" label={t('field.description')} maxLength={200} autoComplete="off" />
      </Form>
    </>
  );
}

function Facts({ member, whole = false }: { member: StaffDetail; whole?: boolean }) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const facts: [string, ReactNode][] = [
    [t('field.userName'), member.user_name],
    [t('column.state'), <UserState key="state" state={member.state} variant="plain" />],
    [t('column.twoFactor'), t(member.two_factor ? 'twoFactor.on' : 'twoFactor.off')],
    [t('column.created'), format.date(member.created_at, 'dateTime')],
    [
      t('column.lastLogin'),
      member.last_login_time === null
        ? t('never')
        : [format.date(member.last_login_time, 'dateTime'), member.last_login_ip].filter(Boolean).join(' · '),
    ],
    ...(whole
      ? ([
          [t('field.role'), member.role_name ?? t('noRole')],
          [t('field.mobile'), member.mobile ?? NO_VALUE],
          [t('field.email'), member.email ?? NO_VALUE],
          [t('field.description'), member.description ?? NO_VALUE],
        ] satisfies [string, ReactNode][])
      : []),
  ];
  return <FactList className={styles.facts} facts={facts} />;
}
