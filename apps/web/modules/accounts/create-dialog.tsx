import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createUser, kindsBelow, newUser, type PortalKind } from '@voltloop/contract/calls/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { FieldRow, SelectField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { AccountPicker, type PickedAccount } from './account-picker.tsx';
import { NewPasswordField } from './password-field.tsx';
import { offeredParent, usersChanged } from './queries.ts';

// An empty user name is omitted: the server generates one.
const schema = newUser.extend({
  user_name: z.literal('').or(newUser.shape.user_name.unwrap()).optional(),
  kind: newUser.shape.kind.unwrap(),
});

interface CreateDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The account whose list is shown: the default parent of the new one. */
  under: string | null;
  screen: 'users' | 'endUsers';
}

/** Creates an account of a lower kind, below the creator or one of the accounts below it. */
export default function CreateDialog({ opened, onClose, under, screen }: CreateDialogProps) {
  const { t } = useTranslation('users');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t(screen === 'users' ? 'create.title' : 'create.titleEndUser')}
    >
      <CreateForm onClose={onClose} under={under} screen={screen} />
    </Dialog>
  );
}

function CreateForm({ onClose, under, screen }: Omit<CreateDialogProps, 'opened'>) {
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
      schema={schema}
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
          <FieldRow>
            <TextField
              name="name"
              label={t('field.name')}
              required
              maxLength={50}
              autoComplete="off"
              data-autofocus
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
          <FieldRow>
            <TextField
              name="user_name"
              label={t('field.userName')}
              placeholder={t('field.userNameHint')}
              maxLength={16}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField name="mobile" type="tel" label={t('field.mobile')} maxLength={30} autoComplete="off" />
          </FieldRow>
          <NewPasswordField label={t('field.password')} />
          <FieldRow>
            <TextField name="company" label={t('field.company')} maxLength={200} autoComplete="off" />
            <TextField name="address" label={t('field.address')} maxLength={200} autoComplete="off" />
          </FieldRow>
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
