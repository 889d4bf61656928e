import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf } from '@voltloop/contract';
import {
  createStaff,
  newStaff,
  type StaffDetail,
  staffChange,
  updateStaff,
} from '@voltloop/contract/calls/staff.ts';
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
import { FieldRow, SelectField, SwitchField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog, NO_VALUE, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { NewPasswordField, UserState } from '../accounts/index.ts';
import { staffChanged, staffDetail, staffRoles } from './queries.ts';

/** Values of a select are texts. */
const newSchema = newStaff.extend({ role_id: z.string('staff.noRole').min(1, 'staff.noRole') });
const { role_id: _, clearFields: __, ...fields } = staffChange.shape;
/** An account without a role may stay without one. */
const changeSchema = z.object({ ...fields, name: fields.name.unwrap(), role_id: z.string() });

type Role = { id: number; name: string; grantable: boolean };

interface StaffDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Null for a new one. */
  member: { id: string; name: string } | null;
  /** The role by which the list is filtered: default of a new account. */
  roleId: number | null;
}

/** An account of the back office: a new one, or all of one with its editable fields. */
export default function StaffDialog({ opened, onClose, member, roleId }: StaffDialogProps) {
  const { t } = useTranslation('staff');
  const { tenantId } = useAccount();
  const found = useQuery({
    ...staffDetail(tenantId, member?.id ?? ''),
    enabled: opened && member !== null,
  });
  const roles = useQuery({ ...staffRoles(tenantId), enabled: opened });
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={member ? member.name : t('create.title')}>
      {roles.error || !roles.data ? (
        <QueryPlaceholder of={roles} rows={6} />
      ) : member === null ? (
        <NewMember roles={roles.data} roleId={roleId} onClose={onClose} />
      ) : found.error || !found.data ? (
        <QueryPlaceholder of={found} rows={6} />
      ) : (
        <Member key={member.id} member={found.data} roles={roles.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface NewMemberProps {
  roles: readonly Role[];
  roleId: number | null;
  onClose: () => void;
}

function NewMember({ roles, roleId, onClose }: NewMemberProps) {
  const { t } = useTranslation('staff');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const first = roles.find((role) => role.id === roleId && role.grantable);
  return (
    <Form
      schema={newSchema}
      initial={{
        user_name: '',
        name: '',
        password: '',
        email: '',
        mobile: '',
        description: '',
        role_id: first ? String(first.id) : '',
        must_change_password: true,
      }}
      submitLabel={t('create.submit')}
      onCancel={onClose}
      onSubmit={async ({ role_id, ...values }) => {
        const made = await call(createStaff, {
          params: { tenantId },
          body: { ...values, role_id: Number(role_id) },
        });
        toast.success({
          ns: 'staff',
          key: 'create.done',
          values: { name: made.name, userName: made.user_name },
        });
        void staffChanged(client);
        onClose();
      }}
    >
      <Inputs roles={roles} isNew />
    </Form>
  );
}

interface MemberProps {
  member: StaffDetail;
  roles: readonly Role[];
  onClose: () => void;
}

function Member({ member, roles, onClose }: MemberProps) {
  const { t } = useTranslation('staff');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const mayUpdate = useRight(rights.staff.update);
  if (!mayUpdate || member.untouchable !== null)
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
        schema={changeSchema}
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
        <Inputs roles={roles} />
      </Form>
    </>
  );
}

/** The fields of the form; user name and first password belong to a new account only. */
function Inputs({ roles, isNew = false }: { roles: readonly Role[]; isNew?: boolean }) {
  const { t } = useTranslation('staff');
  const role = (
    <SelectField
      name="role_id"
      label={t('field.role')}
      required
      searchable
      nothingFoundMessage={t('field.noRole')}
      // Roles with rights that the signed-in account lacks are disabled.
      description={roles.some((each) => !each.grantable) ? t('field.roleHint') : undefined}
      data={roles.map(({ id, name, grantable }) => ({
        value: String(id),
        label: name,
        disabled: !grantable,
      }))}
    />
  );
  return (
    <>
      <FieldRow>
        {isNew && (
          <TextField
            name="user_name"
            label={t('field.userName')}
            description={t('field.userNameHint')}
            required
            maxLength={16}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
        )}
        <TextField
          name="name"
          label={t('field.name')}
          description={isNew ? t('field.nameHint') : undefined}
          required
          maxLength={50}
          autoComplete="off"
        />
        {!isNew && role}
      </FieldRow>
      {isNew && (
        <>
          {role}
          <NewPasswordField label={t('field.password')} />
          <SwitchField name="must_change_password" label={t('field.mustChange')} />
        </>
      )}
      <FieldRow>
        <TextField name="mobile" type="tel" label={t('field.mobile')} maxLength={30} autoComplete="off" />
        <TextField name="email" type="email" label={t('field.email')} maxLength={200} autoComplete="off" />
      </FieldRow>
      <TextField name="description" label={t('field.description')} maxLength={200} autoComplete="off" />
    </>
  );
}

function Facts({ member, whole = false }: { member: StaffDetail; whole?: boolean }) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const facts: [string, ReactNode][] = [
    [t('field.userName'), member.user_name],
    [t('field.state'), <UserState key="state" state={member.state} variant="plain" />],
    [t('twoFactor.field'), t(member.two_factor ? 'twoFactor.on' : 'twoFactor.off')],
    [t('field.created'), format.date(member.created_at, 'dateTime')],
    [
      t('field.lastLogin'),
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
