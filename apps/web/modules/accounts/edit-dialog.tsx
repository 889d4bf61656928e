import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf, User, UserDetail } from '@voltloop/contract';
import { updateUser, userChange } from '@voltloop/contract/calls/users.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { changedFields, updateBody } from '../../api/clean.ts';
import { useAccount } from '../../context/use-account.ts';
import dialogs from '../../ui/dialog/dialogs.module.css';
import { FactList } from '../../ui/facts/fact-list.tsx';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { NO_VALUE } from '../../ui/text/format.ts';
import { toast } from '../../ui/toast/toast.ts';
import { userDetail, usersChanged } from './queries.ts';
import { UserState } from './user-state.tsx';

const schema = userChange.omit({ clearFields: true }).required({ name: true, email: true });
const optional = ['mobile', 'company', 'country', 'city', 'address', 'description', 'time_zone'] as const;

interface EditDialogProps {
  opened: boolean;
  onClose: () => void;
  user: User;
}

/** A full account, with the fields that its superiors may change. */
export default function EditDialog({ opened, onClose, user }: EditDialogProps) {
  const { tenantId } = useAccount();
  const found = useQuery({ ...userDetail(tenantId, user.id), enabled: opened });
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={user.name}>
      {found.data ? (
        <EditForm key={user.id} user={found.data} onClose={onClose} />
      ) : (
        <QueryPlaceholder of={found} rows={6} />
      )}
    </Dialog>
  );
}

function EditForm({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { t } = useTranslation('users');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  return (
    <>
      <Facts user={user} />
      <Form
        schema={schema}
        initial={{
          name: user.name,
          email: user.email ?? '',
          ...Object.fromEntries(optional.map((field) => [field, user[field] ?? ''])),
        }}
        submitLabel={t('edit.submit')}
        onCancel={onClose}
        onSubmit={async (values, before) => {
          const body = updateBody(changedFields(before, values)) as BodyInputOf<typeof updateUser>;
          await call(updateUser, { params: { tenantId, id: user.id }, body });
          toast.success({ ns: 'users', key: 'edit.done', values: { name: values.name } });
          void usersChanged(client);
          onClose();
        }}
      >
        <FieldRow>
          <TextField name="name" label={t('field.name')} required maxLength={50} autoComplete="off" />
          <TextField
            name="email"
            type="email"
            label={t('field.email')}
            required
            maxLength={200}
            autoComplete="off"
          />
        </FieldRow>
        <FieldRow>
          <TextField name="mobile" type="tel" label={t('field.mobile')} maxLength={30} autoComplete="off" />
          <TextField name="company" label={t('field.company')} maxLength={200} autoComplete="off" />
        </FieldRow>
        <FieldRow>
          <TextField name="country" label={t('field.country')} maxLength={100} autoComplete="off" />
          <TextField name="city" label={t('field.city')} maxLength={100} autoComplete="off" />
        </FieldRow>
        <SelectField
          name="time_zone"
          label={t('field.zone')}
          placeholder={t('field.noZone')}
          data={user.time_zone && !zones.includes(user.time_zone) ? [user.time_zone, ...zones] : zones}
          searchable
          clearable
          limit={60}
          nothingFoundMessage={t('field.noSuchZone')}
        />
        <TextAreaField
          name="address"
          label={t('field.address')}
          maxLength={200}
          autosize
          minRows={1}
          maxRows={3}
        />
        <TextAreaField
          name="description"
          label={t('field.description')}
          maxLength={500}
          autosize
          minRows={1}
          maxRows={4}
        />
      </Form>
    </>
  );
}

function Facts({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const facts: [string, ReactNode][] = [
    [t('column.userName'), user.user_name],
    [t('column.kind'), t(`kind.${user.kind}`)],
    [t('column.parent'), user.parent_name ?? NO_VALUE],
    [t('column.state'), <UserState key="state" state={user.state} variant="plain" />],
    [t('column.created'), format.date(user.created_at, 'dateTime')],
    [
      t('column.lastLogin'),
      user.last_login_time === null
        ? t('state.never')
        : [format.date(user.last_login_time, 'dateTime'), user.last_login_ip].filter(Boolean).join(' · '),
    ],
  ];
  return <FactList className={dialogs.facts} facts={facts} />;
}
