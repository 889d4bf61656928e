import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf, User, UserDetail } from '@voltloop/contract';
import {
  createUser,
  kindsBelow,
  newUser,
  type PortalKind,
  updateUser,
  userChange,
} from '@voltloop/contract/calls/users.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { changedFields, updateBody } from '../../api/clean.ts';
import { useAccount } from '../../context/use-account.ts';
import dialogs from '../../ui/dialog/dialogs.module.css';
import { FactList } from '../../ui/facts/fact-list.tsx';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog, NO_VALUE, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { AccountPicker, type PickedAccount } from './account-picker.tsx';
import { NewPasswordField } from './password-field.tsx';
import { offeredParent, userDetail, usersChanged } from './queries.ts';
import { UserState } from './user-state.tsx';

// An empty user name is omitted: the server generates one.
const newSchema = newUser.extend({
  user_name: z.literal('').or(newUser.shape.user_name.unwrap()).optional(),
  kind: newUser.shape.kind.unwrap(),
});
const changeSchema = userChange.omit({ clearFields: true }).required({ name: true, email: true });
const optional = ['mobile', 'company', 'country', 'city', 'address', 'description', 'time_zone'] as const;

interface UserDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The account; for a new one, the one whose list is shown: the default parent. */
  of: { user: User } | { under: string | null };
  screen: 'users' | 'endUsers';
}

/** An account below the signed-in one: a new one, or all of one with the fields that its superiors may change. */
export default function UserDialog({ opened, onClose, of, screen }: UserDialogProps) {
  const { t } = useTranslation('users');
  const { tenantId } = useAccount();
  const user = 'user' in of ? of.user : null;
  const found = useQuery({ ...userDetail(tenantId, user?.id ?? ''), enabled: opened && user !== null });
  const newTitle = t(screen === 'users' ? 'create.title' : 'create.titleEndUser');
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={user ? user.name : newTitle}>
      {'under' in of ? (
        <NewUser onClose={onClose} under={of.under} screen={screen} />
      ) : found.data ? (
        <ExistingUser key={of.user.id} user={found.data} onClose={onClose} />
      ) : (
        <QueryPlaceholder of={found} rows={6} />
      )}
    </Dialog>
  );
}

interface NewUserProps {
  onClose: () => void;
  under: string | null;
  screen: 'users' | 'endUsers';
}

/** Creates an account of a lower kind, below the creator or one of the accounts below it. */
function NewUser({ onClose, under, screen }: NewUserProps) {
  const { t } = useTranslation('users');
  const me = useAccount();
  const client = useQueryClient();
  const shownParent = useQuery({ ...offeredParent(me.tenantId, under ?? me.id), enabled: under !== null });
  const [picked, setPicked] = useState<PickedAccount | null>(null);
  const self: PickedAccount = { id: me.id, name: me.name, user_name: '', kind: me.kind };
  const offered = shownParent.data && kindsBelow(shownParent.data.kind).length > 0 ? shownParent.data : self;
  const parent = picked ?? (under === null ? self : offered);
  const kinds = kindsBelow(parent.kind);
  if (under !== null && shownParent.isPending) return null;

  return (
    <Form
      schema={newSchema}
      initial={{ kind: defaultKind(parent.kind), name: '', email: '', password: '', user_name: '' }}
      submitLabel={t('create.submit')}
      onCancel={onClose}
      onSubmit={async (values) => {
        const made = await call(createUser, {
          params: { tenantId: me.tenantId },
          body: { ...values, parent_id: parent.id },
        });
        toast.success(
          { ns: 'users', key: 'create.done', values: { name: made.name, userName: made.user_name } },
          6000,
        );
        void usersChanged(client);
        onClose();
      }}
    >
      {(form) => (
        <>
          {screen === 'users' && (
            <FieldRow>
              <AccountPicker
                label={t('field.parent')}
                value={[parent]}
                withSelf
                required
                except={(account) => kindsBelow(account.kind).length === 0}
                onChange={([next]) => {
                  setPicked(next ?? self);
                  const kinds = kindsBelow((next ?? self).kind);
                  const now = form.getValues('kind') as PortalKind;
                  if (!kinds.includes(now)) form.setValue('kind', defaultKind((next ?? self).kind));
                }}
              />
              <SelectField
                name="kind"
                label={t('field.kind')}
                required
                data={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
              />
            </FieldRow>
          )}
          <Inputs user={null} />
        </>
      )}
    </Form>
  );
}

/** The kind that a creator of this kind usually creates (interpretation A26). */
function defaultKind(parent: PickedAccount['kind']): PortalKind {
  const kinds = kindsBelow(parent);
  return kinds.includes('company') ? 'company' : (kinds[0] ?? 'enduser');
}

function ExistingUser({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const { t } = useTranslation('users');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  return (
    <>
      <Facts user={user} />
      <Form
        schema={changeSchema}
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
        <Inputs user={user} />
      </Form>
    </>
  );
}

/** The fields of the form. User name and password belong to a new account; place and remark are added to an existing one. */
function Inputs({ user }: { user: UserDetail | null }) {
  const { t } = useTranslation('users');
  return (
    <>
      <FieldRow>
        <TextField
          name="name"
          label={t('field.name')}
          required
          maxLength={50}
          autoComplete="off"
          data-autofocus={user === null || undefined}
        />
        <TextField
          name="email"
          type="email"
          label={t('field.email')}
          required
          maxLength={200}
          autoComplete="off"
        />
      </FieldRow>
      {user === null && (
        <>
          <TextField
            name="user_name"
            label={t('field.userName')}
            placeholder={t('field.userNameHint')}
            maxLength={16}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <NewPasswordField label={t('field.password')} />
        </>
      )}
      <FieldRow>
        <TextField name="mobile" type="tel" label={t('field.mobile')} maxLength={30} autoComplete="off" />
        <TextField name="company" label={t('field.company')} maxLength={200} autoComplete="off" />
      </FieldRow>
      {user && (
        <>
          <FieldRow>
            <TextField name="country" label={t('field.country')} maxLength={100} autoComplete="off" />
            <TextField name="city" label={t('field.city')} maxLength={100} autoComplete="off" />
          </FieldRow>
          <ZoneField now={user.time_zone} />
        </>
      )}
      <TextAreaField
        name="address"
        label={t('field.address')}
        maxLength={200}
        autosize
        minRows={1}
        maxRows={3}
      />
      {user && (
        <TextAreaField
          name="description"
          label={t('field.description')}
          maxLength={500}
          autosize
          minRows={1}
          maxRows={4}
        />
      )}
    </>
  );
}

const zones = Intl.supportedValuesOf('timeZone');

function ZoneField({ now }: { now: string | null }) {
  const { t } = useTranslation('users');
  return (
    <SelectField
      name="time_zone"
      label={t('field.zone')}
      placeholder={t('field.noZone')}
      data={now && !zones.includes(now) ? [now, ...zones] : zones}
      searchable
      clearable
      limit={60}
      nothingFoundMessage={t('field.noSuchZone')}
    />
  );
}

function Facts({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const facts: [string, ReactNode][] = [
    [t('field.userName'), user.user_name],
    [t('field.kind'), t(`kind.${user.kind}`)],
    [t('field.parent'), user.parent_name ?? NO_VALUE],
    [t('field.state'), <UserState key="state" state={user.state} variant="plain" />],
    [t('field.created'), format.date(user.created_at, 'dateTime')],
    [
      t('field.lastLogin'),
      user.last_login_time === null
        ? t('state.never')
        : [format.date(user.last_login_time, 'dateTime'), user.last_login_ip].filter(Boolean).join(' · '),
    ],
  ];
  return <FactList className={dialogs.facts} facts={facts} />;
}
